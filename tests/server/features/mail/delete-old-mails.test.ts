import { afterAll, beforeAll, expect, it } from 'vitest'
import { deleteOldMails } from '#server/features/mail/delete-old-mails.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps({ now: '2026-11-21T10:00:00.000Z' })
})
afterAll(() => deps.close())

const STATES = ['queued', 'sending', 'sent', 'failed', 'unknown', 'suppressed'] as const

async function writeMails(triedAt: string, count: number, states: readonly string[] = STATES) {
  await deps.pool.query(
    `insert into "OutboxMessage" ("id", "template", "toAddress", "props", "documentIds", "status", "nextAttemptAt", "messageId", "createdAt")
     select $1 || '-' || s || '-' || n, 'welcome', 'kim@example.com', '{}', '{}', s::"OutboxStatus", $1::timestamptz, $1 || s || n, $1::timestamptz
       from unnest($3::text[]) s, generate_series(1, $2::int) n`,
    [triedAt, count, states],
  )
}

async function left() {
  const rows = await deps.db.outboxMessage.groupBy({
    by: ['nextAttemptAt', 'status'],
    _count: { _all: true },
    orderBy: [{ nextAttemptAt: 'asc' }, { status: 'asc' }],
  })
  return rows.map(({ nextAttemptAt, status, _count }) => [
    nextAttemptAt.toISOString().slice(0, 10),
    status,
    _count._all,
  ])
}

it('deletes mails after two years, and none that wait', async () => {
  await writeMails('2024-11-21T09:59:59Z', 1)
  await writeMails('2024-11-21T10:00:00Z', 1, ['sent'])
  await deleteOldMails(deps)
  expect(await left()).toEqual([
    ['2024-11-21', 'queued', 1],
    ['2024-11-21', 'sending', 1],
    ['2024-11-21', 'sent', 1],
  ])
  await deps.db.outboxMessage.deleteMany()
})

it('deletes more than one statement handles', async () => {
  await writeMails('2024-01-01T10:00:00Z', 4_100, ['sent'])
  await writeMails('2026-01-01T10:00:00Z', 3, ['sent'])
  await deleteOldMails(deps)
  expect(await left()).toEqual([['2026-01-01', 'sent', 3]])
})
