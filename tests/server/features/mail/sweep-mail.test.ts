import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { queueMail, requeueMail } from '#server/features/mail/outbox.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())

describe('requeueMail', () => {
  it('enqueues due mail, oldest first, and no other', async () => {
    const now = deps.clock.now().getTime()
    const rows = [
      { status: 'queued', inMs: 0 },
      { status: 'queued', inMs: -5_000 },
      { status: 'queued', inMs: 1 },
      { status: 'sending', inMs: -1 },
      { status: 'sending', inMs: 60_000 },
      { status: 'sent', inMs: -1 },
      { status: 'failed', inMs: -1 },
      { status: 'suppressed', inMs: -1 },
    ] as const
    const ids: string[] = []
    for (const { status, inMs } of rows) {
      const mail = { template: 'welcome', to: 'sam@example.com', props: { username: 'Sam' } } as const
      const id = (await queueMail(deps.db, deps, mail)) ?? ''
      const nextAttemptAt = new Date(now + inMs)
      await deps.db.outboxMessage.update({ where: { id }, data: { status, nextAttemptAt } })
      ids.push(id)
    }

    expect(await requeueMail(deps)).toBe(3)
    expect(deps.queue.take('mail.send').map(({ outboxId }) => outboxId)).toEqual([ids[1], ids[3], ids[0]])
  })

  it('rejects while the queue is unavailable, so that the failure is logged', async () => {
    deps.queue.setAway(true)
    await expect(requeueMail(deps)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    deps.queue.setAway(false)
  })
})
