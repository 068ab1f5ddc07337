import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { presentSession } from '#server/features/accounts/present.ts'
import { findSession, listSessions } from '#server/features/accounts/queries.ts'
import {
  createSession,
  revokeEverySession,
  revokeSession,
  revokeSessions,
  signOut,
} from '#server/features/accounts/sessions.ts'
import { newId } from '#server/infra/ids.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeReferer } from '#tests/support/factories/referer.ts'
import { makeSession, makeStudent } from '#tests/support/factories/student.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps({ now: '2026-11-30T10:00:00.000Z' })
})
afterAll(() => deps.close())

describe('openSession', () => {
  it('opens 90 days for a student, and keeps the token nowhere', async () => {
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

  it('opens three calendar months for an admin, whose code is fresh', async () => {
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

  it('opens 30 days for a referer, and cuts a name of a browser that never ends', async () => {
    const referer = await deps.db.referer.create({
      data: {
        id: newId(),
        name: 'Club',
        contactName: 'Kim',
        contactEmail: 'kim@example.com',
        contactEmailKey: 'kim@example.com',
        referralCode: 'CLUB1',
        passwordHash: 'x',
        discountBps: 0,
        commissionBps: 0,
        createdAt: deps.clock.now(),
      },
    })
    const owner = { kind: 'referer', refererId: referer.id } as const
    const opened = await createSession(deps.db, deps, { owner, userAgent: 'x'.repeat(5_000) })
    expect(opened.expiresAt.toISOString()).toBe('2026-12-30T10:00:00.000Z')
    const row = await deps.db.session.findUniqueOrThrow({ where: { id: opened.sessionId } })
    expect(row.userAgent).toHaveLength(300)
  })
})

describe('signOut', () => {
  async function isOpen(token: string): Promise<boolean> {
    return (await findSession(deps, 'student', token)) !== null
  }

  it('ends the session of its token and no other', async () => {
    const student = await makeStudent(deps)
    const here = await makeSession(deps, { studentId: student.id })
    const elsewhere = await makeSession(deps, { studentId: student.id })
    expect(await signOut(deps, { kind: 'student', token: here.token })).toEqual({ success: true })
    expect(await isOpen(here.token)).toBe(false)
    expect(await isOpen(elsewhere.token)).toBe(true)
  })

  it('is content with a dead token or none, and does not move the time a session ended', async () => {
    const student = await makeStudent(deps)
    const { token, sessionId } = await makeSession(deps, { studentId: student.id })
    await signOut(deps, { kind: 'student', token })
    const endedAt = deps.clock.now()
    deps.clock.advance(60_000)
    expect(await signOut(deps, { kind: 'student', token })).toEqual({ success: true })
    expect(await signOut(deps, { kind: 'student', token: 'never was one' })).toEqual({ success: true })
    expect(await signOut(deps, { kind: 'student', token: null })).toEqual({ success: true })
    const row = await deps.db.session.findUniqueOrThrow({ where: { id: sessionId } })
    expect(row.revokedAt).toEqual(endedAt)
  })
})

describe('signOut', () => {
  async function isOpen(token: string): Promise<boolean> {
    return (await findSession(deps, 'student', token)) !== null
  }

  it('leaves a session of another kind alone', async () => {
    const student = await makeStudent(deps)
    const { token } = await makeSession(deps, { studentId: student.id })
    await signOut(deps, { kind: 'referer', token })
    await signOut(deps, { kind: 'admin', token })
    expect(await isOpen(token)).toBe(true)
  })
})

describe('signOut of a referer', () => {
  it('ends that session and no other', async () => {
    const referer = await makeReferer(deps)
    const here = await makeSession(deps, { refererId: referer.id })
    const elsewhere = await makeSession(deps, { refererId: referer.id })
    expect(await signOut(deps, { kind: 'referer', token: here.token })).toEqual({ success: true })
    expect(await findSession(deps, 'referer', here.token)).toBeNull()
    expect(await findSession(deps, 'referer', elsewhere.token)).not.toBeNull()
  })

  it('is content with no token, and ends no session of another kind', async () => {
    const student = await makeStudent(deps)
    const { token } = await makeSession(deps, { studentId: student.id })
    expect(await signOut(deps, { kind: 'referer', token: null })).toEqual({ success: true })
    expect(await signOut(deps, { kind: 'referer', token })).toEqual({ success: true })
    expect(await findSession(deps, 'student', token)).not.toBeNull()
  })
})

describe('sessions', () => {
  const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'

  it('are listed while open, last used first, with the device in words', async () => {
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

  it('are ended one by one by their owner; ended, expired and foreign ones are not found', async () => {
    const student = await makeStudent(deps)
    const other = await makeStudent(deps)
    const mine = await makeSession(deps, { studentId: student.id })
    const old = await makeSession(deps, { studentId: student.id }, { expiresAt: deps.clock.now() })
    const theirs = await makeSession(deps, { studentId: other.id })
    const end = (sessionId: string) => revokeSession(deps, { studentId: student.id, sessionId })

    await end(mine.sessionId)
    expect(await findSession(deps, 'student', mine.token)).toBeNull()
    for (const { sessionId } of [mine, old, theirs]) {
      await expect(end(sessionId)).rejects.toMatchObject({ code: 'SESSION_NOT_FOUND' })
    }
    expect(await findSession(deps, 'student', theirs.token)).not.toBeNull()
  })

  it('are all ended at once, of that student alone', async () => {
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
})

describe('closeSessions', () => {
  async function isOpen(token: string): Promise<boolean> {
    return (await findSession(deps, 'student', token)) !== null
  }

  it('ends every session of one person', async () => {
    const student = await makeStudent(deps)
    const other = await makeStudent(deps)
    const mine = [
      await makeSession(deps, { studentId: student.id }),
      await makeSession(deps, { studentId: student.id }),
    ]
    const theirs = await makeSession(deps, { studentId: other.id })
    await revokeSessions(deps.db, deps, { studentId: student.id })
    expect(await Promise.all(mine.map(({ token }) => isOpen(token)))).toEqual([false, false])
    expect(await isOpen(theirs.token)).toBe(true)
  })
})
