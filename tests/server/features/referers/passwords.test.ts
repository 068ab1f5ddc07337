import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findSession } from '#server/features/accounts/queries.ts'
import { changePassword } from '#server/features/referers/passwords.ts'
import { signIn } from '#server/features/referers/sign-in.ts'
import { newId } from '#server/infra/ids.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { type MadeReferer, makeReferer } from '#tests/support/factories/referer.ts'
import { makeSession } from '#tests/support/factories/student.ts'
import { readOutbox } from '#tests/support/outbox.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())

const NEW = 'thermal above the quarry'

function change(referer: MadeReferer, overrides: { currentPassword?: string; newPassword?: string } = {}) {
  return changePassword(deps, {
    refererId: referer.id,
    currentPassword: referer.password,
    newPassword: NEW,
    userAgent: 'a test',
    ...overrides,
  })
}

describe('changePassword', () => {
  it('sets the new password, revokes every session and creates a new one', async () => {
    const referer = await makeReferer(deps, { mustChangePassword: true })
    const here = await makeSession(deps, { refererId: referer.id })
    const elsewhere = await makeSession(deps, { refererId: referer.id })
    const { login } = await change(referer)
    expect(login).toMatchObject({ id: referer.id, referralCode: referer.code, mustChangePassword: false })
    for (const { token } of [here, elsewhere]) expect(await findSession(deps, 'referer', token)).toBeNull()
    expect(await findSession(deps, 'referer', login.token)).toMatchObject({ refererId: referer.id })

    const attempt = { referralCode: referer.code, address: '192.0.2.1', userAgent: '' }
    await expect(signIn(deps, { ...attempt, password: referer.password })).rejects.toMatchObject({
      code: 'REFERER_LOGIN_FAILED',
    })
    expect((await signIn(deps, { ...attempt, password: NEW })).login.id).toBe(referer.id)
    expect(await deps.db.auditEntry.findMany({ where: { subjectId: referer.id } })).toMatchObject([
      { action: 'referer.passwordChanged', actorId: referer.id },
    ])
  })

  it('mails the address, without either password', async () => {
    const referer = await makeReferer(deps)
    await expect(change(referer, { currentPassword: 'not it' })).rejects.toThrow()
    await change(referer)
    const mails = await readOutbox(deps, 'password-changed', referer.email)
    expect(mails.map(({ props }) => props)).toEqual([
      { account: 'referer', username: referer.name, how: 'changed', at: '2026-11-21T10:00:00.000Z' },
    ])
    expect(deps.queue.take('mail.send').map(({ outboxId }) => outboxId)).toContain(mails[0]?.id)
  })

  it('revokes a mailed reset token', async () => {
    const referer = await makeReferer(deps)
    const now = deps.clock.now()
    const token = { purpose: 'resetPassword', tokenHash: newId(now), email: referer.email } as const
    const times = { createdAt: now, expiresAt: new Date(now.getTime() + 60_000) }
    await deps.db.oneTimeToken.create({ data: { ...token, ...times, id: newId(now), refererId: referer.id } })
    await change(referer)
    const left = { refererId: referer.id, usedAt: null }
    expect(await deps.db.oneTimeToken.count({ where: left })).toBe(0)
  })

  it('refuses wrong current passwords, ten times at most, and changes nothing', async () => {
    const referer = await makeReferer(deps)
    const { token } = await makeSession(deps, { refererId: referer.id })
    for (let i = 0; i < 10; i++) {
      await expect(change(referer, { currentPassword: 'a guess' })).rejects.toMatchObject({
        code: 'CURRENT_PASSWORD_WRONG',
      })
    }
    await expect(change(referer)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    expect(await findSession(deps, 'referer', token)).not.toBeNull()
  })

  it('is not blocked by a stranger who guesses at the sign-in', async () => {
    const referer = await makeReferer(deps)
    const attempt = { referralCode: referer.code, password: 'a guess', userAgent: '' }
    for (let i = 0; i < 10; i++) {
      await expect(signIn(deps, { ...attempt, address: `192.0.2.${i + 10}` })).rejects.toThrow()
    }
    await expect(signIn(deps, { ...attempt, address: '192.0.2.30' })).rejects.toMatchObject({
      code: 'RATE_LIMITED',
    })
    expect((await change(referer)).login.id).toBe(referer.id)
  })

  it('refuses a leaked password', async () => {
    const referer = await makeReferer(deps)
    await expect(change(referer, { newPassword: 'password1' })).rejects.toMatchObject({
      code: 'PASSWORD_TOO_COMMON',
    })
  })

  it('lets one of two simultaneous changes through, and its session is valid', async () => {
    const referer = await makeReferer(deps)
    const both = await Promise.allSettled([
      change(referer, { newPassword: 'circuit of the first' }),
      change(referer, { newPassword: 'circuit of the second' }),
    ])
    const [won] = both.filter((result) => result.status === 'fulfilled')
    const [lost] = both.filter((result) => result.status === 'rejected')
    expect(lost?.reason).toMatchObject({ code: expect.stringMatching(/^(CONFLICT|CURRENT_PASSWORD_WRONG)$/) })
    expect(await findSession(deps, 'referer', won?.value.login.token ?? null)).toMatchObject({
      refererId: referer.id,
    })
    expect(await deps.db.session.count({ where: { refererId: referer.id, revokedAt: null } })).toBe(1)
  })
})
