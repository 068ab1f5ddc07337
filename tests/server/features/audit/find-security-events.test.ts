import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eraseAudit, exportSecurityEvents } from '#server/features/audit/personal-data.ts'
import { findSecurityEvents } from '#server/features/audit/queries.ts'
import { deleteOldSecurityEvents, recordSecurityEvent } from '#server/features/audit/security-events.ts'
import { securityEventsOutput } from '#shared/schemas/security-events.ts'
import { createTestDeps, TEST_NOW, type TestDeps } from '#tests/support/deps.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())
beforeEach(async () => {
  deps.clock.set(TEST_NOW)
  await deps.db.securityEvent.deleteMany()
})

const fail = (id: string | null, kind: 'student' | 'admin' = 'student') =>
  recordSecurityEvent(deps, { kind: 'signIn.failed', subject: { kind, id }, address: '203.0.113.9' })

describe('the list of security events', () => {
  it('comes in pages, the newest first, narrowed to a kind', async () => {
    const admin = await makeAdmin(deps)
    for (let count = 0; count < 60; count++) {
      deps.clock.advance(1_000)
      await fail(admin.id, 'admin')
    }
    deps.clock.advance(1_000)
    const subject = { kind: 'admin', id: null } as const
    await recordSecurityEvent(deps, { kind: 'signIn.locked', subject, address: '203.0.113.9' })

    const first = await findSecurityEvents(deps, { kind: null, cursor: null })
    expect(securityEventsOutput.parse(first)).toEqual(first)
    expect(first.events).toHaveLength(50)
    expect(first.events[0]).toMatchObject({
      kind: 'signIn.locked',
      subject: { kind: 'admin', id: null, name: null },
      address: '203.0.113.9',
    })
    expect(first.events[1]).toMatchObject({ subject: { id: admin.id, name: admin.email } })
    const second = await findSecurityEvents(deps, { kind: null, cursor: first.nextCursor })
    expect(second.events).toHaveLength(11)
    expect(second.nextCursor).toBeNull()
    const locked = await findSecurityEvents(deps, { kind: 'signIn.locked', cursor: null })
    expect(locked.events).toHaveLength(1)
  })

  it('is kept for 90 days', async () => {
    await fail('s1')
    deps.clock.advance(90 * 24 * 60 * 60 * 1_000)
    await fail('s2')
    await deleteOldSecurityEvents(deps)
    expect(await deps.db.securityEvent.count()).toBe(2)
    deps.clock.advance(1)
    await deleteOldSecurityEvents(deps)
    expect(await deps.db.securityEvent.findMany()).toMatchObject([{ subjectId: 's2' }])
  })

  it('belongs to what a student is given, and after an erasure knows no address of theirs', async () => {
    await fail('s1')
    await fail('s2')
    expect(await exportSecurityEvents(deps, 's1')).toEqual([
      { at: deps.clock.now(), kind: 'signIn.failed', address: '203.0.113.9' },
    ])
    await deps.db.$transaction((tx) => eraseAudit(tx, 's1'))
    const rows = await deps.db.securityEvent.findMany({ orderBy: { subjectId: 'asc' } })
    expect(rows.map(({ subjectId, address }) => [subjectId, address])).toEqual([
      ['s1', null],
      ['s2', '203.0.113.9'],
    ])
  })
})
