import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { grantEntitlement } from '#server/features/entitlements/admin-entitlements.ts'
import { findOpenEntitlement } from '#server/features/playback/queries.ts'
import { type MadeAdmin, makeAdmin } from '#tests/support/factories/admin.ts'
import { makeStudent } from '#tests/support/factories/student.ts'
import { createTestShop, makeBuyer, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
let admin: MadeAdmin
beforeAll(async () => {
  shop = await createTestShop()
  admin = await makeAdmin(shop.deps)
})
afterAll(() => shop.close())

const grant = (studentId: string, lastDay = '2027-01-31', videoId = 4) =>
  grantEntitlement(shop.deps, {
    studentId,
    videoId,
    lastDay,
    reason: 'Prize at the club evening',
    adminId: admin.id,
  })

describe('granting access', () => {
  it('opens a video without a purchase, and says who did it and why', async () => {
    const student = await makeStudent(shop.deps)
    const { entitlementId, expiresAt } = await grant(student.id)
    expect(expiresAt).toEqual(new Date('2027-01-31T23:59:59.999Z'))
    expect(await findOpenEntitlement(shop.deps, { studentId: student.id, videoId: 4 })).toEqual({
      id: entitlementId,
      expiresAt,
    })
    expect(await shop.deps.db.auditEntry.findMany({ where: { subjectId: student.id } })).toMatchObject([
      {
        action: 'access.granted',
        actorId: admin.id,
        details: { videoId: 4, reason: 'Prize at the club evening' },
      },
    ])
  })

  it('happens once, however often the button is pressed', async () => {
    const student = await makeStudent(shop.deps)
    const answers = await Promise.allSettled([1, 2, 3].map(() => grant(student.id)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await shop.deps.db.entitlement.count({ where: { studentId: student.id } })).toBe(1)
  })

  it('adds to what was bought where it lasts longer, and only there', async () => {
    const buyer = await makeBuyer(shop, [4])
    await expect(grant(buyer.id, '2026-12-31')).rejects.toMatchObject({ code: 'ACCESS_NOT_LONGER' })
    await expect(grant(buyer.id, '2027-12-31')).resolves.toBeDefined()
  })

  it('refuses days that are over, and people and videos there are not', async () => {
    const student = await makeStudent(shop.deps)
    await expect(grant(student.id, '2026-11-01')).rejects.toMatchObject({ code: 'ACCESS_DAY_INVALID' })
    await expect(grant('nobody')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(grant(student.id, '2027-01-31', 99)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
