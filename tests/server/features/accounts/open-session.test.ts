import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findSession } from '#server/features/accounts/queries.ts'
import { createSession } from '#server/features/accounts/sessions.ts'
import { newId } from '#server/infra/ids.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeStudent } from '#tests/support/factories/student.ts'

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
