import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailJobs } from '#server/features/mail/jobs.ts'
import { queueMail } from '#server/features/mail/outbox.ts'
import { SmtpError } from '#server/infra/smtp-client.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())

const jobs = mailJobs(async (_deps, id) => ({ filename: `${id}.pdf`, content: Buffer.from('a paper') }))

async function queueWelcome(to: string): Promise<string> {
  const mail = { template: 'welcome', to, props: { username: 'Sam' }, documentIds: ['INV-000001'] } as const
  return (await queueMail(deps.db, deps, mail)) ?? ''
}

describe('mail.send', () => {
  it('sends with rendered documents, and a repeat does nothing', async () => {
    const outboxId = await queueWelcome('sam@example.com')
    await jobs['mail.send'].handle(deps, { outboxId })
    await jobs['mail.send'].handle(deps, { outboxId })
    expect(deps.mailer.sent).toHaveLength(1)
    expect(deps.mailer.sent[0]).toMatchObject({
      to: 'sam@example.com',
      attachments: [{ filename: 'INV-000001.pdf', contentType: 'application/pdf' }],
    })
  })

  it('fails while a mail is to be retried, so that the queue retries the job', async () => {
    const outboxId = await queueWelcome('later@example.com')
    const mailer = { ...deps.mailer, send: () => Promise.reject(new Error('421 busy')) }
    await expect(jobs['mail.send'].handle({ ...deps, mailer }, { outboxId })).rejects.toMatchObject({
      message: 'The mail was not sent and is tried again',
      cause: new Error('421 busy'),
    })
  })

  it('succeeds with a logged error when a mail is given up', async () => {
    const outboxId = await queueWelcome('gone@example.com')
    const answer = Object.assign(new Error('550 no such mailbox'), { responseCode: 550, command: 'RCPT TO' })
    const refusal = new SmtpError(answer, false)
    const mailer = { ...deps.mailer, send: () => Promise.reject(refusal) }
    await jobs['mail.send'].handle({ ...deps, mailer }, { outboxId })
    expect(deps.logged.at(-1)).toContain('A mail was given up')
    expect(deps.logged.at(-1)).not.toContain('gone@example.com')
  })
})

describe('mail.requeue job', () => {
  it('runs every 30 seconds and enqueues what was left behind', async () => {
    const outboxId = await queueWelcome('left@example.com')
    expect(jobs['mail.sweep'].everyMs).toBe(30_000)
    await jobs['mail.sweep'].handle(deps, {})
    expect(deps.queue.take('mail.send')).toContainEqual({ outboxId })
  })
})
