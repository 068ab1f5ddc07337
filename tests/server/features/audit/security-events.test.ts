import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ShopError } from '#server/errors.ts'
import { correctEmail } from '#server/features/accounts/email-change.ts'
import { mailVerification } from '#server/features/accounts/verification.ts'
import { resetAdminPassword } from '#server/features/admin-auth/admins.ts'
import { recordOutcome, recordSecurityEvent } from '#server/features/audit/security-events.ts'
import { updateReferer } from '#server/features/referers/update-referer.ts'
import { LIMITS } from '#server/infra/rate-limits.ts'
import { updateRefererInput } from '#shared/schemas/admin.ts'
import { newestCode, otherThan } from '#tests/server/features/admin-auth/codes.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import type { TestDeps } from '#tests/support/deps.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'
import { makeReferer } from '#tests/support/factories/referer.ts'
import { makeSession, makeStudent } from '#tests/support/factories/student.ts'
import { newestToken } from '#tests/support/outbox.ts'

let shop: TestApp
let deps: TestDeps
beforeAll(async () => {
  shop = await createTestApp()
  deps = shop.shop.deps
})
afterAll(() => shop.close())
beforeEach(async () => {
  await deps.db.securityEvent.deleteMany()
  await deps.db.rateLimit.deleteMany()
  deps.logged.length = 0
})

const FROM = '203.0.113.9'

function post(url: string, body: unknown, headers: Record<string, string> = {}, remoteAddress = FROM) {
  return shop.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', ...headers },
    payload: JSON.stringify(body),
    remoteAddress,
  })
}

/** The security events, oldest first, as `kind subject`; every row has the time and the address. */
async function written(): Promise<string[]> {
  const rows = await deps.db.securityEvent.findMany({ orderBy: { id: 'asc' } })
  for (const row of rows) expect(row.at).toEqual(deps.clock.now())
  return rows.map(({ kind, subjectKind, subjectId, address }) =>
    [kind, subjectKind, subjectId ?? '-', address ?? '-'].join(' '),
  )
}

describe('the security events record', () => {
  it("a student's right, wrong and limited tries, without what was typed", async () => {
    const { id, email, password } = await makeStudent(deps)
    await post('/api/auth/login', { email, password })
    for (let count = 0; count < LIMITS.signInAccount.points + 5; count++)
      await post('/api/auth/login', { email, password: 'planted guess' })
    const of = (kind: string) => `${kind} student ${id} ${FROM}`
    expect(await written()).toEqual([
      of('signIn.succeeded'),
      ...Array<string>(LIMITS.signInAccount.points).fill(of('signIn.failed')),
      // All refused calls of a window write one row.
      of('signIn.locked'),
    ])
    const log = deps.logged.filter((line) => line.includes('security event')).join('\n')
    expect(log).toContain(`"event":"signIn.locked"`)
    expect(log).toContain(id)
    for (const planted of ['planted', email, FROM]) expect(log).not.toContain(planted)
  })

  it('a try for an unknown account without an id', async () => {
    await post('/api/auth/login', { email: 'planted@example.com', password: 'planted' })
    await post('/api/clubs/login', { referralCode: 'PLANTED1', password: 'planted' })
    await post('/api/admin/login', { email: 'planted@example.com', password: 'planted' })
    expect(await written()).toEqual(
      ['student', 'referer', 'admin'].map((kind) => `signIn.failed ${kind} - ${FROM}`),
    )
  })

  it('an address beyond its limit', async () => {
    for (let count = 0; count < LIMITS.signInAddress.points; count++)
      await deps.limits.consume('signInAddress', FROM)
    await post('/api/auth/login', { email: 'planted@example.com', password: 'planted' })
    expect(await written()).toEqual([`signIn.locked student - ${FROM}`])
  })

  it("a referer's sign-in and new password, over tRPC too", async () => {
    const { id, code, password } = await makeReferer(deps)
    const login = await post('/trpc/referer.login', { json: { referralCode: code, password } })
    const session = login.json().result.data.json
    const headers = { authorization: JSON.stringify(session) }
    const change = (currentPassword: string) =>
      post(
        '/trpc/referer.changePassword',
        { json: { currentPassword, newPassword: 'short final at dusk' } },
        headers,
      )
    await change('not this one')
    await change(password)
    expect(await written()).toEqual(
      ['signIn.succeeded', 'password.failed', 'password.changed'].map(
        (kind) => `${kind} referer ${id} ${FROM}`,
      ),
    )
  })

  it("an admin's two steps, a step-up and a revoked session", async () => {
    const { id, email, password } = await makeAdmin(deps)
    const { sessionToken } = (await post('/api/admin/login', { email, password })).json()
    const code = await newestCode(deps, email)
    await post('/api/admin/verify-code', { sessionToken, authCode: otherThan(code) })
    const verified = await post('/api/admin/verify-code', { sessionToken, authCode: code })
    const cookie = `admin_session=${verified.cookies.find(({ name }) => name === 'admin_session')?.value}`
    const call = (path: string, json: unknown = {}) => post(`/trpc/admin.${path}`, { json }, { cookie })
    await call('stepUpRequest')
    const stepUpCode = await newestCode(deps, email)
    await call('stepUpConfirm', { authCode: otherThan(stepUpCode) })
    await call('stepUpConfirm', { authCode: stepUpCode })
    const other = await makeSession(deps, { adminId: id })
    await call('revokeSession', { id: other.sessionId })
    const stale = await makeSession(deps, { adminId: id }, { stepUpAt: new Date(0) })
    await post('/trpc/admin.renewRecoveryCodes', { json: {} }, { cookie: `admin_session=${stale.token}` })
    expect(await written()).toEqual(
      [
        'signIn.codeSent',
        'code.failed',
        'signIn.succeeded',
        'stepUp.failed',
        'stepUp.succeeded',
        'session.revoked',
        'stepUp.required',
      ].map((kind) => `${kind} admin ${id} ${FROM}`),
    )
  })

  it('a new password from the terminal, without an address', async () => {
    const { id, email } = await makeAdmin(deps)
    await resetAdminPassword(deps, { email, password: 'short final at dusk' })
    expect(await written()).toEqual([`password.reset admin ${id} -`])
  })

  it("a student's revoked sessions, and a request for another's account", async () => {
    const { id } = await makeStudent(deps)
    const { token } = await makeSession(deps, { studentId: id })
    const headers = { authorization: `Bearer ${token}` }
    const strange = `/api/users/${shop.people.student.id}/videos`
    for (let count = 0; count < 3; count++)
      await shop.app.inject({ url: strange, headers, remoteAddress: FROM })
    await post('/trpc/auth.endEverySession', { json: {} }, headers)
    expect(await written()).toEqual(
      ['access.refused', 'sessions.revoked'].map((kind) => `${kind} student ${id} ${FROM}`),
    )
  })

  it('guesses at the password of a verification, and its sign-in', async () => {
    const { id, email, password } = await makeStudent(deps, { verifiedAt: null })
    await post('/api/auth/login', { email, password })
    await deps.db.$transaction((tx) => mailVerification(tx, deps, { student: { id, email } }))
    const token = await newestToken(deps, 'verify-email', email)
    const confirm = (guess: string) =>
      post('/trpc/auth.verifyEmailWithPassword', { json: { token, password: guess } })
    for (let count = 0; count < LIMITS.signInAccount.points + 2; count++) await confirm('planted guess')
    await deps.db.rateLimit.deleteMany()
    await confirm(password)
    const of = (kind: string) => `${kind} student ${id} ${FROM}`
    // The right password of an unverified address creates no session, so it is no sign-in.
    expect(await written()).toEqual([
      ...Array<string>(LIMITS.signInAccount.points).fill(of('signIn.failed')),
      of('signIn.locked'),
      of('signIn.succeeded'),
    ])
  })

  it('no failure of a caller who found the hashing of passwords full', async () => {
    const { id } = await makeStudent(deps)
    const outcome = {
      subject: { kind: 'student', id },
      address: FROM,
      done: null,
      failed: 'signIn.failed',
      locked: 'signIn.locked',
    } as const
    await expect(
      recordOutcome(deps, outcome, async () => {
        throw new ShopError('SERVICE_UNAVAILABLE')
      }),
    ).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    expect(await written()).toEqual([])
  })

  it("a referer's request for another's money", async () => {
    const { id } = await makeReferer(deps)
    const { token } = await makeSession(deps, { refererId: id })
    const url = `/trpc/referer.payouts?input=${encodeURIComponent(JSON.stringify({ json: { refererId: shop.people.referer.id } }))}`
    const headers = { authorization: JSON.stringify({ token }) }
    const answer = await shop.app.inject({ url, headers, remoteAddress: FROM })
    expect(answer.statusCode).toBe(403)
    expect(await written()).toEqual([`access.refused referer ${id} ${FROM}`])
  })

  it("a change of a student's address: refused, requested, and confirmed once", async () => {
    const { id, email, password } = await makeStudent(deps)
    const { token } = await makeSession(deps, { studentId: id })
    const headers = { authorization: `Bearer ${token}` }
    const request = (guess: string) =>
      post('/trpc/auth.changeEmail', { json: { email: `new-${email}`, password: guess } }, headers)
    await request('not this one')
    await request(password)
    const changeToken = await newestToken(deps, 'email-change', `new-${email}`)
    for (const from of ['198.51.100.4', '198.51.100.5'])
      await post('/trpc/auth.confirmEmailChange', { json: { token: changeToken } }, {}, from)
    expect(await written()).toEqual([
      `password.failed student ${id} ${FROM}`,
      `email.changeAsked student ${id} ${FROM}`,
      `email.changed student ${id} 198.51.100.4`,
    ])
  })

  it('an address that an admin changes, without the admin’s network address', async () => {
    const student = await makeStudent(deps, { verifiedAt: null })
    const referer = await makeReferer(deps)
    const adminId = shop.people.admin.id
    await correctEmail(deps, { studentId: student.id, email: `new-${student.email}`, adminId })
    const update = (contactEmail: string) =>
      updateReferer(deps, {
        ...updateRefererInput.parse({ id: referer.id, name: 'Club', contactName: 'Sam', contactEmail }),
        adminId,
      })
    await update(`new-${referer.email}`)
    await update(`NEW-${referer.email}`)
    expect(await written()).toEqual([
      `email.changed student ${student.id} -`,
      `email.changed referer ${referer.id} -`,
    ])
  })

  it('no error where the row cannot be written', async () => {
    const failing = { ...deps, db: Object.create(deps.db, { securityEvent: { value: null } }) }
    const subject = { kind: 'student', id: 's1' } as const
    await recordSecurityEvent(failing, { kind: 'password.reset', subject, address: FROM })
    expect(deps.logged.join()).toContain('a security event could not be written')
  })
})
