import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { changeEmail, confirmEmailChange } from '#server/features/accounts/email-change.ts'
import { mailReset, resetPassword } from '#server/features/accounts/password-reset.ts'
import { changePassword } from '#server/features/accounts/passwords.ts'
import { revokeEverySession } from '#server/features/accounts/sessions.ts'
import { mailVerification } from '#server/features/accounts/verification.ts'
import { updateReferer } from '#server/features/referers/update-referer.ts'
import { newId } from '#server/infra/ids.ts'
import { updateRefererInput } from '#shared/schemas/admin.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'
import { makeReferer } from '#tests/support/factories/referer.ts'
import { type MadeStudent, makeStudent } from '#tests/support/factories/student.ts'
import { newestToken } from '#tests/support/outbox.ts'

let deps: TestDeps
let student: MadeStudent
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())
beforeEach(async () => {
  student = await makeStudent(deps)
})

const NEW_PASSWORD = 'slow flight, full flap'
const userAgent = 'a test'

/** Mails one token of every kind to the student. */
async function fillMailbox() {
  const { id, username: name, email, password } = student
  await deps.db.$transaction(async (tx) => {
    await mailVerification(tx, deps, { student })
    await mailReset(tx, deps, { owner: { studentId: id }, name, email, dedupeKey: newId(deps.clock.now()) })
  })
  await changeEmail(deps, { studentId: id, email: `new-${email}`, password })
  expect(await countOpenTokens({ studentId: id })).toBe(3)
}

const countOpenTokens = (owner: { studentId: string } | { refererId: string }) =>
  deps.db.oneTimeToken.count({ where: { ...owner, usedAt: null } })

describe('every mailed token is revoked by', () => {
  it.each<[string, () => Promise<unknown>]>([
    [
      'a new password',
      () =>
        changePassword(deps, {
          studentId: student.id,
          currentPassword: student.password,
          password: NEW_PASSWORD,
          userAgent,
        }),
    ],
    [
      'a password reset',
      async () =>
        resetPassword(deps, {
          token: await newestToken(deps, 'password-reset', student.email),
          type: 'user',
          password: NEW_PASSWORD,
        }),
    ],
    [
      'a new address',
      async () =>
        confirmEmailChange(deps, {
          token: await newestToken(deps, 'email-change', `new-${student.email}`),
          session: null,
        }),
    ],
    ['revoking every session', () => revokeEverySession(deps, student.id)],
  ])('%s', async (_act, change) => {
    await fillMailbox()
    await change()
    expect(await countOpenTokens({ studentId: student.id })).toBe(0)
  })

  it("a referer's new address that an admin sets", async () => {
    const admin = await makeAdmin(deps)
    const referer = await makeReferer(deps)
    await deps.db.$transaction((tx) =>
      mailReset(tx, deps, {
        owner: { refererId: referer.id },
        name: 'Hedgerow',
        email: 'club@example.com',
        dedupeKey: newId(deps.clock.now()),
      }),
    )
    const clubReferer = updateRefererInput.parse({
      id: referer.id,
      name: 'Hedgerow',
      contactName: 'Robin',
      contactEmail: 'another-desk@example.com',
    })
    await updateReferer(deps, { ...clubReferer, adminId: admin.id })
    expect(await countOpenTokens({ refererId: referer.id })).toBe(0)
  })
})
