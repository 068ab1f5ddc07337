import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordAudit } from '#server/features/audit/audit-entries.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())

describe('recordAudit', () => {
  it('writes actor, action, time and subject', async () => {
    await deps.db.$transaction((tx) =>
      recordAudit(tx, deps, {
        actor: { kind: 'admin', id: 'a1' },
        action: 'payout.paid',
        subject: { kind: 'payout', id: 'p1' },
        details: { quarter: '2026-Q3', pence: 12_00 },
      }),
    )
    expect(await deps.db.auditEntry.findMany()).toEqual([
      {
        id: expect.any(String),
        at: deps.clock.now(),
        actorKind: 'admin',
        actorId: 'a1',
        action: 'payout.paid',
        subjectKind: 'payout',
        subjectId: 'p1',
        details: { quarter: '2026-Q3', pence: 1200 },
      },
    ])
  })

  it('is rolled back with its transaction', async () => {
    const change = deps.db.$transaction(async (tx) => {
      await recordAudit(tx, deps, {
        actor: { kind: 'shop' },
        action: 'order.cancelled',
        subject: { kind: 'order', id: 'o1' },
      })
      throw new Error('the change fails')
    })
    await expect(change).rejects.toThrow('the change fails')
    expect(await deps.db.auditEntry.count({ where: { subjectId: 'o1' } })).toBe(0)
  })

  it.each(['password', 'newPasswordHash', 'sessionToken', 'authCode', 'sortCode'])(
    'keeps no detail called %s',
    async (name) => {
      const change = deps.db.$transaction((tx) =>
        recordAudit(tx, deps, {
          actor: { kind: 'terminal' },
          action: 'admin.reset',
          subject: { kind: 'admin', id: 'a2' },
          details: { [name]: 'x' },
        }),
      )
      await expect(change).rejects.toThrow(name)
      expect(await deps.db.auditEntry.count({ where: { subjectId: 'a2' } })).toBe(0)
    },
  )
})
