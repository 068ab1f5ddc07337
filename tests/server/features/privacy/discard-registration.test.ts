import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registerStudent } from '#server/features/accounts/registration.ts'
import { mailVerification, verifyEmail } from '#server/features/accounts/verification.ts'
import { discardRegistration, eraseStudent } from '#server/features/privacy/erasure.ts'
import { registerInput } from '#shared/schemas/auth.ts'
import { makeStudent } from '#tests/support/factories/student.ts'
import { newestToken } from '#tests/support/outbox.ts'
import { createTestShop, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

const registration = registerInput.parse({
  username: 'Not-me',
  email: 'owner@example.com',
  password: 'known to the thief 9',
})

describe('discardRegistration', () => {
  it('removes an account that its mailbox did not open; name and address are free again', async () => {
    const { deps } = shop
    await registerStudent(deps, registration)
    const token = await newestToken(deps, 'verify-email', registration.email)
    expect(await discardRegistration(deps, token)).toEqual({ success: true })
    await expect(verifyEmail(deps, { token, userAgent: 'a test' })).rejects.toMatchObject({
      code: 'VERIFICATION_LINK_INVALID',
    })
    expect(await registerStudent(deps, registration)).toMatchObject({ success: true })
  })

  it('removes nothing that is confirmed, be it meanwhile', async () => {
    const { deps } = shop
    const student = await makeStudent(deps, { verifiedAt: null })
    await deps.db.$transaction((tx) => mailVerification(tx, deps, { student }))
    const token = await newestToken(deps, 'verify-email', student.email)
    await verifyEmail(deps, { token, userAgent: 'a test' })
    const invalid = { code: 'VERIFICATION_LINK_INVALID' }
    await expect(discardRegistration(deps, token)).rejects.toMatchObject(invalid)
    const actor = { kind: 'student', id: student.id } as const
    await expect(
      eraseStudent(deps, { studentId: student.id, actor, unlessVerified: true }),
    ).rejects.toMatchObject(invalid)
    expect(await deps.db.student.count({ where: { id: student.id, erasedAt: null } })).toBe(1)
  })
})
