import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { presentSession } from '#server/features/accounts/present.ts'
import { findSession, listSessions } from '#server/features/accounts/queries.ts'
import {
  createSession,
  endSessions,
  revokeEverySession,
  revokeSession,
  revokeSessions,
  signOut,
} from '#server/features/accounts/sessions.ts'
import { newId } from '#server/infra/ids.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'
import { makeReferer } from '#tests/support/factories/referer.ts'
import { makeSession, makeStudent } from '#tests/support/factories/student.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps({ now: '2026-11-30T10:00:00.000Z' })
})
afterAll(() => deps.close())

describe('createSession', () => {
  it('lasts 90 days for a student, and stores only the hash of the token', async () => {
    const student = await makeStudent(deps)
    const owner = { kind: 'student', studentId: student.id } as const
    const { token, sessionId, expiresAt } = await createSession(deps.db, deps, {
      owner,
      userAgent: 'Firefox',
    })
    expect(expiresAt.toISOString()).toBe('2027-02-28T10:00:00.000Z')
    expect(await findSession(deps, 'student', token)).toEqual({ sessionId, studentId: student.id })
    const row = await deps.db.session.findUniqueOrThrow({ where: { id: sessionId } })
    expect(row).toMatchObject({ userAgent: 'Firefox', stepUpAt: null, revokedAt: null })
    expect(JSON.stringify(row)).not.toContain(token)
  })

  it('lasts three calendar months for an admin, with a step-up', async () => {
    const admin = await deps.db.admin.create({
      data: {
        id: newId(),
        email: 'a@b.uk',
        emailKey: 'a@b.uk',
        passwordHash: 'x',
        createdAt: deps.clock.now(),
      },
    })
    const owner = { kind: 'admin', adminId: admin.id } as const
    const { token, sessionId, expiresAt } = await createSession(deps.db, deps, { owner, userAgent: '' })
    expect(expiresAt.toISOString()).toBe('2027-02-28T10:00:00.000Z')
    const stepUpAt = deps.clock.now()
    expect(await findSession(deps, 'admin', token)).toEqual({ sessionId, adminId: admin.id, stepUpAt })
  })

  it('lasts 30 days for a referer, and cuts a long user agent', async () => {
    const owner = { kind: 'referer', refererId: (await makeReferer(deps)).id } as const
    const created = await createSession(deps.db, deps, { owner, userAgent: 'x'.repeat(5_000) })
    expect(created.expiresAt.toISOString()).toBe('2026-12-30T10:00:00.000Z')
    const row = await deps.db.session.findUniqueOrThrow({ where: { id: created.sessionId } })
    expect(row.userAgent).toHaveLength(300)
  })
})

describe('signOut', () => {
  async function isValid(token: string): Promise<boolean> {
    return (await findSession(deps, 'student', token)) !== null
  }

  it('revokes the session of its token and no other', async () => {
    const student = await makeStudent(deps)
    const here = await makeSession(deps, { studentId: student.id })
    const elsewhere = await makeSession(deps, { studentId: student.id })
    expect(await signOut(deps, { kind: 'student', token: here.token })).toEqual({ success: true })
    expect(await isValid(here.token)).toBe(false)
    expect(await isValid(elsewhere.token)).toBe(true)
  })

  it('succeeds without a valid token, and keeps the time of the first call', async () => {
    const student = await makeStudent(deps)
    const { token, sessionId } = await makeSession(deps, { studentId: student.id })
    await signOut(deps, { kind: 'student', token })
    const revokedAt = deps.clock.now()
    deps.clock.advance(60_000)
    expect(await signOut(deps, { kind: 'student', token })).toEqual({ success: true })
    expect(await signOut(deps, { kind: 'student', token: 'an unknown token' })).toEqual({ success: true })
    expect(await signOut(deps, { kind: 'student', token: null })).toEqual({ success: true })
    const row = await deps.db.session.findUniqueOrThrow({ where: { id: sessionId } })
    expect(row.revokedAt).toEqual(revokedAt)
  })
})

describe('signOut', () => {
  async function isValid(token: string): Promise<boolean> {
    return (await findSession(deps, 'student', token)) !== null
  }

  it('leaves sessions of another kind alone', async () => {
    const student = await makeStudent(deps)
    const { token } = await makeSession(deps, { studentId: student.id })
    await signOut(deps, { kind: 'referer', token })
    await signOut(deps, { kind: 'admin', token })
    expect(await isValid(token)).toBe(true)
  })
})

describe('signOut of a referer', () => {
  it('revokes that session and no other', async () => {
    const referer = await makeReferer(deps)
    const here = await makeSession(deps, { refererId: referer.id })
    const elsewhere = await makeSession(deps, { refererId: referer.id })
    expect(await signOut(deps, { kind: 'referer', token: here.token })).toEqual({ success: true })
    expect(await findSession(deps, 'referer', here.token)).toBeNull()
    expect(await findSession(deps, 'referer', elsewhere.token)).not.toBeNull()
  })

  it('succeeds without a token, and leaves sessions of another kind alone', async () => {
    const student = await makeStudent(deps)
    const { token } = await makeSession(deps, { studentId: student.id })
    expect(await signOut(deps, { kind: 'referer', token: null })).toEqual({ success: true })
    expect(await signOut(deps, { kind: 'referer', token })).toEqual({ success: true })
    expect(await findSession(deps, 'student', token)).not.toBeNull()
  })
})

describe('sessions', () => {
  const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'

  it('are listed while valid, the last used first, with the name of the device', async () => {
    const student = await makeStudent(deps)
    const now = deps.clock.now()
    const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
    const here = await makeSession(
      deps,
      { studentId: student.id },
      { lastUsedAt: ago(5), userAgent: FIREFOX },
    )
    const phone = await makeSession(deps, { studentId: student.id }, { lastUsedAt: ago(1) })
    await makeSession(deps, { studentId: student.id }, { expiresAt: now })
    await makeSession(deps, { studentId: student.id }, { revokedAt: ago(2) })
    await makeSession(deps, { studentId: (await makeStudent(deps)).id })

    const rows = await listSessions(deps, student.id)
    const shown = rows.map((row) => presentSession(row, here.sessionId))
    expect(shown.map(({ id, device, isCurrent }) => [id, device, isCurrent])).toEqual([
      [phone.sessionId, 'Unknown device', false],
      [here.sessionId, 'Firefox on Linux', true],
    ])
    expect(JSON.stringify(shown)).not.toContain('Gecko')
  })

  it('are revoked one by one by their owner; revoked, expired and foreign ones are not found', async () => {
    const student = await makeStudent(deps)
    const other = await makeStudent(deps)
    const mine = await makeSession(deps, { studentId: student.id })
    const old = await makeSession(deps, { studentId: student.id }, { expiresAt: deps.clock.now() })
    const theirs = await makeSession(deps, { studentId: other.id })
    const revoke = (sessionId: string) => revokeSession(deps, { studentId: student.id, sessionId })

    await revoke(mine.sessionId)
    expect(await findSession(deps, 'student', mine.token)).toBeNull()
    for (const { sessionId } of [mine, old, theirs]) {
      await expect(revoke(sessionId)).rejects.toMatchObject({ code: 'SESSION_NOT_FOUND' })
    }
    expect(await findSession(deps, 'student', theirs.token)).not.toBeNull()
  })

  it('are all revoked together, of that student alone', async () => {
    const student = await makeStudent(deps)
    const tokens = [
      await makeSession(deps, { studentId: student.id }),
      await makeSession(deps, { studentId: student.id }),
    ]
    const theirs = await makeSession(deps, { studentId: (await makeStudent(deps)).id })
    await revokeEverySession(deps, student.id)
    for (const { token } of tokens) expect(await findSession(deps, 'student', token)).toBeNull()
    expect(await findSession(deps, 'student', theirs.token)).not.toBeNull()
  })

  it('are all revoked by an admin, who is audited', async () => {
    const [student, admin] = [await makeStudent(deps), await makeAdmin(deps)]
    const { token } = await makeSession(deps, { studentId: student.id })
    const theirs = await makeSession(deps, { studentId: (await makeStudent(deps)).id })
    await endSessions(deps, { studentId: student.id, adminId: admin.id })
    expect(await findSession(deps, 'student', token)).toBeNull()
    expect(await findSession(deps, 'student', theirs.token)).not.toBeNull()
    expect(await deps.db.auditEntry.findMany({ where: { subjectId: student.id } })).toMatchObject([
      { action: 'student.sessionsEnded', actorId: admin.id },
    ])
    expect(await deps.db.securityEvent.findMany({ where: { subjectId: student.id } })).toMatchObject([
      { kind: 'sessions.revoked', address: null },
    ])
    const unknown = endSessions(deps, { studentId: 'unknown', adminId: admin.id })
    await expect(unknown).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('revokeSessions', () => {
  async function isValid(token: string): Promise<boolean> {
    return (await findSession(deps, 'student', token)) !== null
  }

  it('revokes every session of one person', async () => {
    const student = await makeStudent(deps)
    const other = await makeStudent(deps)
    const mine = [
      await makeSession(deps, { studentId: student.id }),
      await makeSession(deps, { studentId: student.id }),
    ]
    const theirs = await makeSession(deps, { studentId: other.id })
    await revokeSessions(deps.db, deps, { studentId: student.id })
    expect(await Promise.all(mine.map(({ token }) => isValid(token)))).toEqual([false, false])
    expect(await isValid(theirs.token)).toBe(true)
  })
})
