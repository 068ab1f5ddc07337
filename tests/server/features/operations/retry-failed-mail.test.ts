import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Mail, queueMail } from '#server/features/mail/outbox.ts'
import { sendMail } from '#server/features/mail/send-mail.ts'
import { retryFailedMail } from '#server/features/operations/failed-mail.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())

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
