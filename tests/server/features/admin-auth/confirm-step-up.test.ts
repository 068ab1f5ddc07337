import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { confirmStepUp, requestStepUp } from '#server/features/admin-auth/step-up.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'
import { makeSession } from '#tests/support/factories/student.ts'
import { beginSignIn, newestCode, otherThan, refusalOf } from './codes.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())

async function asked() {
  const admin = await makeAdmin(deps)
  const { sessionId } = await makeSession(deps, { adminId: admin.id })
  const session = { sessionId, adminId: admin.id }
  await requestStepUp(deps, session)
  return { admin, session, code: await newestCode(deps, admin.email) }
}

const stepUpAt = async (id: string) => (await deps.db.session.findUniqueOrThrow({ where: { id } })).stepUpAt

describe('confirmStepUp', () => {
  it('makes the code of that session fresh, once, and says so in the audit log', async () => {
    const { admin, session, code } = await asked()
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

  it('takes one of three right answers at once', async () => {
    const { admin, session, code } = await asked()
    const confirm = () => refusalOf(confirmStepUp(deps, { ...session, authCode: code }))
    const answers = await Promise.all([confirm(), confirm(), confirm()])
    expect(answers.toSorted()).toEqual(['STEP_UP_REQUIRED', 'STEP_UP_REQUIRED', null])
    expect(await deps.db.auditEntry.count({ where: { actorId: admin.id } })).toBe(1)
  })

  it('allows five tries for ten minutes', async () => {
    const { session, code } = await asked()
    for (let i = 0; i < 4; i++) {
      const wrong = confirmStepUp(deps, { ...session, authCode: otherThan(code) })
      expect(await refusalOf(wrong)).toBe('STEP_UP_CODE_WRONG')
    }
    const fifth = confirmStepUp(deps, { ...session, authCode: otherThan(code) })
    expect(await refusalOf(fifth)).toBe('STEP_UP_REQUIRED')
    expect(await refusalOf(confirmStepUp(deps, { ...session, authCode: code }))).toBe('STEP_UP_REQUIRED')

    const late = await asked()
    deps.clock.advance(10 * 60_000)
    const confirm = confirmStepUp(deps, { ...late.session, authCode: late.code })
    expect(await refusalOf(confirm)).toBe('STEP_UP_REQUIRED')
  })

  it('stops who asks for code after code', async () => {
    const { admin, session } = await asked()
    const looked: (string | null)[] = []
    for (let request = 0; request < 3; request++) {
      await requestStepUp(deps, session)
      const wrong = otherThan(await newestCode(deps, admin.email))
      for (let i = 0; i < 5; i++)
        looked.push(await refusalOf(confirmStepUp(deps, { ...session, authCode: wrong })))
    }
    expect(new Set(looked.slice(10))).toEqual(new Set(['RATE_LIMITED']))
  })

  it('takes no code of a sign-in or of another session, and renews no ended session', async () => {
    const one = await asked()
    const { sessionId } = await makeSession(deps, { adminId: one.admin.id })
    const other = { sessionId, adminId: one.admin.id }
    expect(await refusalOf(confirmStepUp(deps, { ...other, authCode: one.code }))).toBe('STEP_UP_REQUIRED')
    const { code } = await beginSignIn(deps, one.admin)
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
