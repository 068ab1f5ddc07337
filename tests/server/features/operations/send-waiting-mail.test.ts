import { afterAll, beforeAll, expect, it } from 'vitest'
import { queueMail } from '#server/features/mail/outbox.ts'
import { sendMail } from '#server/features/mail/send-mail.ts'
import { sendWaitingMail } from '#server/features/operations/failed-mail.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())

const adminId = 'admin-1'
const renderDocument = async () => ({ filename: 'none.pdf', content: Buffer.from('') })
const send = (outboxId: string) => sendMail(deps, { outboxId, renderDocument })

async function queueWelcome(to: string): Promise<string> {
  return (await queueMail(deps.db, deps, { template: 'welcome', to, props: { username: 'Sam' } })) ?? ''
}

it('makes every waiting mail due, enqueues it, and writes an audit entry', async () => {
  const { send: works } = deps.mailer
  deps.mailer.send = () => Promise.reject(new Error('connect ECONNREFUSED'))
  const ids = [await queueWelcome('a@example.com'), await queueWelcome('b@example.com')]
  for (const id of ids) expect((await send(id)).status).toBe('retry')
  deps.mailer.send = works
  for (const id of ids) expect((await send(id)).status).toBe('notDue')

  expect(await sendWaitingMail(deps, { adminId })).toEqual({ count: 2 })
  expect(new Set(deps.queue.take('mail.send').map(({ outboxId }) => outboxId))).toEqual(new Set(ids))
  for (const id of ids) expect((await send(id)).status).toBe('sent')
  expect(await deps.db.auditEntry.findMany({ where: { action: 'mail.sentNow' } })).toMatchObject([
    { actorId: adminId, details: { count: 2 } },
  ])
})

it('changes no mail that is claimed or given up, and audits no click without effect', async () => {
  const states = ['sending', 'failed', 'unknown', 'sent', 'suppressed'] as const
  const nextAttemptAt = new Date(deps.clock.now().getTime() + 60_000)
  for (const status of states) {
    const id = await queueWelcome(`${status}@example.com`)
    await deps.db.outboxMessage.update({ where: { id }, data: { status, nextAttemptAt } })
  }
  const entries = await deps.db.auditEntry.count()
  expect(await sendWaitingMail(deps, { adminId })).toEqual({ count: 0 })
  expect(deps.queue.take('mail.send')).toEqual([])
  expect(await deps.db.outboxMessage.count({ where: { nextAttemptAt } })).toBe(states.length)
  expect(await deps.db.auditEntry.count()).toBe(entries)
})

it('succeeds while the queue is unavailable: the scheduled job finds the mails', async () => {
  const id = await queueWelcome('later@example.com')
  await deps.db.outboxMessage.update({
    where: { id },
    data: { nextAttemptAt: new Date(deps.clock.now().getTime() + 3_600_000) },
  })
  deps.queue.setAway(true)
  expect(await sendWaitingMail(deps, { adminId })).toEqual({ count: 1 })
  deps.queue.setAway(false)
  expect((await send(id)).status).toBe('sent')
})
