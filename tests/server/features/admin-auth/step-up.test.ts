import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyCode } from '#server/features/admin-auth/sign-in.ts'
import { confirmStepUp, requestStepUp, stepUpEndsAt, stepUpKey } from '#server/features/admin-auth/step-up.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'
import { makeSession } from '#tests/support/factories/student.ts'
import { readOutbox } from '#tests/support/outbox.ts'
import { newestCode, otherThan, refusalOf, startSignIn } from './codes.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())

describe('requestStepUp', () => {
  async function signedIn() {
    const admin = await makeAdmin(deps)
    const { sessionId } = await makeSession(deps, { adminId: admin.id })
    return { admin, session: { sessionId, adminId: admin.id } }
  }

  it('mails a code for one session; a newer one replaces it', async () => {
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

  it('leaves one challenge for two simultaneous requests', async () => {
    const { admin, session } = await signedIn()
    await Promise.all([requestStepUp(deps, session), requestStepUp(deps, session)])
    expect(await deps.db.adminChallenge.count({ where: { adminId: admin.id } })).toBe(1)
  })

  it('mails no code that signs in', async () => {
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

describe('confirmStepUp', () => {
  async function requestedCode() {
    const admin = await makeAdmin(deps)
    const { sessionId } = await makeSession(deps, { adminId: admin.id })
    const session = { sessionId, adminId: admin.id }
    await requestStepUp(deps, session)
    return { admin, session, code: await newestCode(deps, admin.email) }
  }

  const stepUpAt = async (id: string) => (await deps.db.session.findUniqueOrThrow({ where: { id } })).stepUpAt

  it('renews the step-up of that session, once, with an audit entry', async () => {
    const { admin, session, code } = await requestedCode()
    const elsewhere = await makeSession(deps, { adminId: admin.id })
    deps.clock.advance(60_000)
    const now = deps.clock.now()
    expect(await confirmStepUp(deps, { ...session, authCode: code })).toEqual({ stepUpAt: now })
    expect(await stepUpAt(session.sessionId)).toEqual(now)
    expect(await stepUpAt(elsewhere.sessionId)).toBeNull()
    expect(
      await deps.db.auditEntry.count({ where: { action: 'session.confirmed', actorId: admin.id } }),
    ).toBe(1)
    expect(await refusalOf(confirmStepUp(deps, { ...session, authCode: code }))).toBe('STEP_UP_REQUIRED')
  })

  it('accepts one of three simultaneous right answers', async () => {
    const { admin, session, code } = await requestedCode()
    const confirm = () => refusalOf(confirmStepUp(deps, { ...session, authCode: code }))
    const answers = await Promise.all([confirm(), confirm(), confirm()])
    expect(answers.toSorted()).toEqual(['STEP_UP_REQUIRED', 'STEP_UP_REQUIRED', null])
    expect(await deps.db.auditEntry.count({ where: { actorId: admin.id } })).toBe(1)
  })

  it('allows five tries for ten minutes', async () => {
    const { session, code } = await requestedCode()
    for (let i = 0; i < 4; i++) {
      const wrong = confirmStepUp(deps, { ...session, authCode: otherThan(code) })
      expect(await refusalOf(wrong)).toBe('STEP_UP_CODE_WRONG')
    }
    const fifth = confirmStepUp(deps, { ...session, authCode: otherThan(code) })
    expect(await refusalOf(fifth)).toBe('STEP_UP_REQUIRED')
    expect(await refusalOf(confirmStepUp(deps, { ...session, authCode: code }))).toBe('STEP_UP_REQUIRED')

    const late = await requestedCode()
    deps.clock.advance(10 * 60_000)
    const confirm = confirmStepUp(deps, { ...late.session, authCode: late.code })
    expect(await refusalOf(confirm)).toBe('STEP_UP_REQUIRED')
  })

  it('limits the tries over all codes', async () => {
    const { admin, session } = await requestedCode()
    const looked: (string | null)[] = []
    for (let request = 0; request < 3; request++) {
      await requestStepUp(deps, session)
      const wrong = otherThan(await newestCode(deps, admin.email))
      for (let i = 0; i < 5; i++)
        looked.push(await refusalOf(confirmStepUp(deps, { ...session, authCode: wrong })))
    }
    expect(new Set(looked.slice(10))).toEqual(new Set(['RATE_LIMITED']))
  })

  it('refuses codes of a sign-in or another session, and a revoked session', async () => {
    const one = await requestedCode()
    const { sessionId } = await makeSession(deps, { adminId: one.admin.id })
    const other = { sessionId, adminId: one.admin.id }
    expect(await refusalOf(confirmStepUp(deps, { ...other, authCode: one.code }))).toBe('STEP_UP_REQUIRED')
    const { code } = await startSignIn(deps, one.admin)
    if (code !== one.code) {
      const crossed = confirmStepUp(deps, { ...one.session, authCode: code })
      expect(await refusalOf(crossed)).toBe('STEP_UP_CODE_WRONG')
    }
    await deps.db.session.update({
      where: { id: one.session.sessionId },
      data: { revokedAt: deps.clock.now() },
    })
    const ended = confirmStepUp(deps, { ...one.session, authCode: one.code })
    expect(await refusalOf(ended)).toBe('NOT_SIGNED_IN')
    expect(await stepUpAt(one.session.sessionId)).toBeNull()
  })
})

describe('stepUpEndsAt', () => {
  it('is twelve hours after the code', () => {
    expect(stepUpEndsAt(new Date('2026-11-21T22:00:00Z'))).toEqual(new Date('2026-11-22T10:00:00Z'))
  })
})
