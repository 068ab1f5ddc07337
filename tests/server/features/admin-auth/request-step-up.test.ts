import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyCode } from '#server/features/admin-auth/sign-in.ts'
import { requestStepUp, stepUpKey } from '#server/features/admin-auth/step-up.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'
import { makeSession } from '#tests/support/factories/student.ts'
import { readOutbox } from '#tests/support/outbox.ts'
import { newestCode, refusalOf } from './codes.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())

async function signedIn() {
  const admin = await makeAdmin(deps)
  const { sessionId } = await makeSession(deps, { adminId: admin.id })
  return { admin, session: { sessionId, adminId: admin.id } }
}

describe('requestStepUp', () => {
  it('mails a code for one session; a newer one takes its place', async () => {
    const { admin, session } = await signedIn()
    expect(await requestStepUp(deps, session)).toMatchObject({ success: true })
    await deps.db.adminChallenge.updateMany({ where: { adminId: admin.id }, data: { triesLeft: 0 } })
    await requestStepUp(deps, session)
    const mails = await readOutbox(deps, 'admin-code', admin.email)
    expect(mails.map(({ props }) => props.purpose)).toEqual(['step-up', 'step-up'])
    expect(await deps.db.adminChallenge.findMany({ where: { adminId: admin.id } })).toMatchObject([
      { tokenHash: stepUpKey(session.sessionId), triesLeft: 5, usedAt: null },
    ])
  })

  it('leaves one challenge when two ask at once', async () => {
    const { admin, session } = await signedIn()
    await Promise.all([requestStepUp(deps, session), requestStepUp(deps, session)])
    expect(await deps.db.adminChallenge.count({ where: { adminId: admin.id } })).toBe(1)
  })

  it('gives no code that signs somebody in', async () => {
    const { admin, session } = await signedIn()
    await requestStepUp(deps, session)
    const authCode = await newestCode(deps, admin.email)
    for (const sessionToken of [stepUpKey(session.sessionId), session.sessionId]) {
      const answer = verifyCode(deps, { sessionToken, authCode, userAgent: '' })
      expect(await refusalOf(answer)).toBe('ADMIN_CODE_EXPIRED')
    }
  })

  it('mails ten codes in a quarter of an hour, and none to a disabled admin', async () => {
    const { admin, session } = await signedIn()
    for (let i = 0; i < 10; i++) await requestStepUp(deps, session)
    expect(await refusalOf(requestStepUp(deps, session))).toBe('RATE_LIMITED')
    expect(await readOutbox(deps, 'admin-code', admin.email)).toHaveLength(10)

    const gone = await signedIn()
    await deps.db.admin.update({ where: { id: gone.admin.id }, data: { disabledAt: deps.clock.now() } })
    expect(await refusalOf(requestStepUp(deps, gone.session))).toBe('NOT_SIGNED_IN')
  })
})
