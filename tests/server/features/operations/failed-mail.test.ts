import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Mail, queueMail } from '#server/features/mail/outbox.ts'
import { sendMail } from '#server/features/mail/send-mail.ts'
import { findAttention } from '#server/features/operations/attention.ts'
import {
  dismissFailedMail,
  retryFailedMail,
  sendWaitingMail,
} from '#server/features/operations/failed-mail.ts'
import { listFailedMails } from '#server/features/operations/queries.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())
beforeEach(async () => {
  await deps.db.outboxMessage.deleteMany()
  deps.queue.take('mail.send')
})

const adminId = 'admin-1'
const WELCOME: Mail<'password-changed'> = {
  template: 'password-changed',
  to: 'kim@example.com',
  props: { username: 'kim', how: 'changed', at: '2026-11-21T10:00:00.000Z' },
}

async function giveUp(mail: Mail): Promise<string> {
  const id = (await deps.db.$transaction((tx) => queueMail(tx, deps, mail))) ?? ''
  await deps.db.outboxMessage.update({
    where: { id },
    data: { status: 'failed', attempts: 9, lastError: '550 No such user', secretsSealed: null },
  })
  return id
}

const renderDocument = async () => ({ filename: 'none.pdf', content: Buffer.from('') })

describe('a mail that was given up', () => {
  it('is sent again to the same address, and audited', async () => {
    const id = await giveUp(WELCOME)
    expect(await retryFailedMail(deps, { id, adminId })).toEqual({ success: true })
    expect(deps.queue.take('mail.send')).toEqual([{ outboxId: id }])
    expect(await sendMail(deps, { outboxId: id, renderDocument })).toEqual({ status: 'sent' })
    expect(deps.mailer.sent.map(({ to }) => to)).toEqual(['kim@example.com'])
    expect(await deps.db.auditEntry.count({ where: { action: 'mail.retried', subjectId: id } })).toBe(1)
  })

  it('is sent once, however many admins click at once', async () => {
    const id = await giveUp(WELCOME)
    const presses = await Promise.allSettled(
      Array.from({ length: 4 }, () => retryFailedMail(deps, { id, adminId })),
    )
    expect(presses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await deps.db.auditEntry.count({ where: { subjectId: id } })).toBe(1)
  })

  it('is refused where its link was wiped, its address erased, or it was sent', async () => {
    const link = await giveUp({
      template: 'password-reset',
      to: 'kim@example.com',
      props: {
        account: 'student',
        name: 'kim',
        token: 'a-token',
        expiresAt: '2026-11-21T10:15:00.000Z',
      },
    })
    const forgotten = await giveUp(WELCOME)
    await deps.db.outboxMessage.update({ where: { id: forgotten }, data: { toAddress: 'erased' } })
    const sent = await giveUp(WELCOME)
    await deps.db.outboxMessage.update({ where: { id: sent }, data: { status: 'sent' } })
    for (const id of [link, forgotten, sent, 'made-up']) {
      await expect(retryFailedMail(deps, { id, adminId })).rejects.toMatchObject({
        code: 'MAIL_NOT_RETRIABLE',
      })
    }
    expect(await deps.db.auditEntry.count({ where: { subjectId: { in: [link, forgotten, sent] } } })).toBe(0)
  })
})

async function makeMail(id: string, status: 'failed' | 'unknown' | 'sent'): Promise<void> {
  const now = deps.clock.now()
  await deps.db.outboxMessage.create({
    data: {
      id,
      template: 'welcome',
      toAddress: 'lee@example.com',
      props: {},
      status,
      nextAttemptAt: now,
      messageId: `<${id}@example.com>`,
      createdAt: now,
    },
  })
}

const onLists = async (id: string) => [
  (await findAttention(deps)).items.some((item) => item.id === id),
  (await listFailedMails(deps)).rows.some((row) => row.id === id),
]

describe('dismissing a mail', () => {
  it.each(['failed', 'unknown'] as const)('that is %s removes it from both lists, once', async (status) => {
    const id = `mail-${status}`
    await makeMail(id, status)
    expect(await onLists(id)).toEqual([true, true])
    expect(await dismissFailedMail(deps, { id, adminId })).toEqual({ success: true })
    expect(await onLists(id)).toEqual([false, false])
    await expect(dismissFailedMail(deps, { id, adminId })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await deps.db.auditEntry.count({ where: { action: 'mail.dismissed', subjectId: id } })).toBe(1)
  })

  it('does not hide it when it was sent again and failed', async () => {
    await makeMail('mail-back', 'failed')
    await dismissFailedMail(deps, { id: 'mail-back', adminId })
    await retryFailedMail(deps, { id: 'mail-back', adminId })
    await deps.db.outboxMessage.update({ where: { id: 'mail-back' }, data: { status: 'failed' } })
    expect(await onLists('mail-back')).toEqual([true, true])
  })

  it('that was sent is refused', async () => {
    await makeMail('mail-sent', 'sent')
    await expect(dismissFailedMail(deps, { id: 'mail-sent', adminId })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
  })
})

const send = (outboxId: string) => sendMail(deps, { outboxId, renderDocument })

async function queueWelcome(to: string): Promise<string> {
  return (await queueMail(deps.db, deps, { template: 'welcome', to, props: { username: 'Sam' } })) ?? ''
}

describe('sending waiting mail', () => {
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
    deps.queue.setUnavailable(true)
    expect(await sendWaitingMail(deps, { adminId })).toEqual({ count: 1 })
    deps.queue.setUnavailable(false)
    expect((await send(id)).status).toBe('sent')
  })
})
