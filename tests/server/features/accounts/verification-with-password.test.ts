import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { findSession } from '#server/features/accounts/queries.ts'
import { registerStudent } from '#server/features/accounts/registration.ts'
import { signIn } from '#server/features/accounts/sign-in.ts'
import {
  mailVerification,
  setPasswordByVerification,
  verifyEmail,
  verifyEmailWithPassword,
} from '#server/features/accounts/verification.ts'
import { LIMITS } from '#server/infra/rate-limits.ts'
import { registerInput } from '#shared/schemas/auth.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeSession, makeStudent } from '#tests/support/factories/student.ts'
import { newestToken, readOutbox } from '#tests/support/outbox.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())
afterEach(async () => {
  await deps.db.rateLimit.deleteMany()
})

const OWN_PASSWORD = 'short final, full stop'
const browser = { address: '192.0.2.20', userAgent: 'a test' }
let registered = 0

/** A stranger has registered this address with their own password. */
async function registerByAnother() {
  registered += 1
  const email = `owner${registered}@example.com`
  const password = 'known to the thief 9'
  await registerStudent(deps, registerInput.parse({ username: `Thief${registered}`, email, password }))
  const { id } = await deps.db.student.findUniqueOrThrow({ where: { emailKey: email } })
  const token = await newestToken(deps, 'verify-email', email)
  return { studentId: id, email, password, token }
}

const verifiedAt = async (id: string) =>
  (await deps.db.student.findUniqueOrThrow({ where: { id } })).verifiedAt

/** A stranger elsewhere, and one at the network address of the mailbox's owner. */
async function useUpTriesOf(email: string) {
  for (let tries = 0; tries <= LIMITS.signInAccount.points; tries++) {
    await signIn(deps, { email, password: 'a guess', ...browser, address: '192.0.2.21' }).catch(() => null)
  }
  for (let tries = 0; tries <= LIMITS.signInAddress.points; tries++)
    await deps.limits.tryConsume('signInAddress', browser.address)
}

describe('verifyEmailWithPassword', () => {
  it('verifies and signs in with the password of the registration', async () => {
    const { studentId, password, token } = await registerByAnother()
    const answer = await verifyEmailWithPassword(deps, { token, password, ...browser })
    expect(answer).toMatchObject({ success: true, autoLogin: true, user: { id: studentId } })
    expect(await findSession(deps, 'student', answer.token)).toMatchObject({ studentId })
  })

  it('refuses another password, ten times in a quarter of an hour', async () => {
    const { studentId, email, password, token } = await registerByAnother()
    for (let tries = 0; tries < LIMITS.signInAccount.points; tries++) {
      await expect(
        verifyEmailWithPassword(deps, { token, password: OWN_PASSWORD, ...browser }),
      ).rejects.toMatchObject({ code: 'ACCOUNT_PASSWORD_WRONG' })
    }
    await expect(verifyEmailWithPassword(deps, { token, password, ...browser })).rejects.toMatchObject({
      code: 'RATE_LIMITED',
    })
    // These tries do not count as sign-ins.
    expect(await signIn(deps, { email, password, ...browser })).toMatchObject({ requiresVerification: true })
    expect(await verifiedAt(studentId)).toBeNull()
    expect(await deps.db.session.count({ where: { studentId } })).toBe(0)
  })

  it('accepts the owner of the mailbox after a stranger has used up the sign-in tries', async () => {
    const { email, password, token } = await registerByAnother()
    await useUpTriesOf(email)
    expect(await verifyEmailWithPassword(deps, { token, password, ...browser })).toMatchObject({
      autoLogin: true,
    })
  })

  it('creates no session for a verified address, whatever the password', async () => {
    const { token } = await registerByAnother()
    await verifyEmail(deps, { token, userAgent: 'a test' })
    expect(await verifyEmailWithPassword(deps, { token, password: 'any', ...browser })).toMatchObject({
      autoLogin: false,
      token: null,
    })
  })
})

describe('setPasswordByVerification', () => {
  it('verifies, replaces the password, revokes every session and token, and signs in', async () => {
    const { studentId, email, password, token } = await registerByAnother()
    const stolen = await makeSession(deps, { studentId })
    await deps.db.$transaction((tx) => mailVerification(tx, deps, { student: { id: studentId, email } }))

    const answer = await setPasswordByVerification(deps, { token, password: OWN_PASSWORD, ...browser })
    expect(answer).toMatchObject({ success: true, autoLogin: true, user: { id: studentId } })
    expect(await findSession(deps, 'student', answer.token)).toMatchObject({ studentId })
    expect(await findSession(deps, 'student', stolen.token)).toBeNull()
    expect(await deps.db.oneTimeToken.count({ where: { studentId, usedAt: null } })).toBe(0)
    expect(await readOutbox(deps, 'welcome', email)).toHaveLength(1)
    await expect(signIn(deps, { email, password, ...browser })).rejects.toMatchObject({
      code: 'INVALID_CREDENTIALS',
    })
    expect(await signIn(deps, { email, password: OWN_PASSWORD, ...browser })).toMatchObject({ success: true })
  })

  it('accepts the owner of the mailbox after a stranger has used up the tries', async () => {
    const { email, token } = await registerByAnother()
    await useUpTriesOf(email)
    const answer = await setPasswordByVerification(deps, { token, password: OWN_PASSWORD, ...browser })
    expect(answer).toMatchObject({ autoLogin: true })
    expect(
      await signIn(deps, { email, password: OWN_PASSWORD, ...browser, address: '192.0.2.22' }),
    ).toMatchObject({ success: true })
  })

  it('changes no password of a verified address', async () => {
    const student = await makeStudent(deps, { verifiedAt: null })
    await deps.db.$transaction((tx) => mailVerification(tx, deps, { student }))
    const token = await newestToken(deps, 'verify-email', student.email)
    await deps.db.student.update({ where: { id: student.id }, data: { verifiedAt: deps.clock.now() } })
    expect(
      await setPasswordByVerification(deps, { token, password: OWN_PASSWORD, ...browser }),
    ).toMatchObject({ autoLogin: false, token: null })
    const { email, password } = student
    expect(await signIn(deps, { email, password, ...browser })).toMatchObject({ success: true })
  })

  it('refuses common passwords and unknown tokens', async () => {
    const { studentId, token } = await registerByAnother()
    await expect(
      setPasswordByVerification(deps, { token, password: 'password1', ...browser }),
    ).rejects.toMatchObject({ code: 'PASSWORD_TOO_COMMON' })
    await expect(
      setPasswordByVerification(deps, { token: 'no such token', password: OWN_PASSWORD, ...browser }),
    ).rejects.toMatchObject({ code: 'VERIFICATION_LINK_INVALID' })
    expect(await verifiedAt(studentId)).toBeNull()
  })
})
