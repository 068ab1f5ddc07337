import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Mailbox, startMailbox } from '#server/demo/mailbox.ts'
import { queueMail } from '#server/features/mail/outbox.ts'
import { sendMail } from '#server/features/mail/send-mail.ts'
import { createMailer, type Mailer } from '#server/infra/mailer.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'

let deps: TestDeps
let dir: string
let mailbox: Mailbox
let mailer: Mailer
beforeAll(async () => {
  deps = await createTestDeps({
    env: { SELLER_NAME: 'Crosswind Films Ltd', SUPPORT_EMAIL: 'help@example.com' },
  })
  dir = await mkdtemp(join(tmpdir(), 'send-mail-'))
  mailbox = await startMailbox({ dir, clock: deps.clock })
  mailer = createMailer({
    smtpUrl: mailbox.smtpUrl,
    requireTls: false,
    from: 'Crosswind Films <shop@example.com>',
  })
})
afterAll(async () => {
  await mailer.close()
  await mailbox.close()
  await rm(dir, { recursive: true, force: true })
  await deps.close()
})

const renderDocument = async (id: string) => ({ filename: `${id}.pdf`, content: Buffer.from(`paper ${id}`) })
const noDocuments = () => Promise.reject(new Error('This mail has no papers'))

async function queueWelcome(to: string, documentIds: string[] = []): Promise<string> {
  const mail = { template: 'welcome', to, props: { username: 'Sam' }, documentIds } as const
  return (await queueMail(deps.db, deps, mail)) ?? ''
}

async function queueReset(to: string): Promise<string> {
  const expiresAt = new Date(deps.clock.now().getTime() + 15 * 60_000).toISOString()
  const props = { account: 'student', name: 'Sam', token: 'a-token-to-follow', expiresAt } as const
  return (await queueMail(deps.db, deps, { template: 'password-reset', to, props })) ?? ''
}

function send(outboxId: string, through: Mailer = mailer) {
  return sendMail({ ...deps, mailer: through }, { outboxId, renderDocument: noDocuments })
}

function rowOf(id: string) {
  return deps.db.outboxMessage.findUniqueOrThrow({ where: { id } })
}

async function received(to: string) {
  const mails = await Promise.all((await mailbox.list({ to })).map(({ id }) => mailbox.read(id)))
  return mails.filter((mail) => mail !== null)
}

function failing(error: Error): Mailer {
  return { ...mailer, send: () => Promise.reject(error) }
}

/** A server that refuses one recipient permanently, another temporarily, and rejects the rest. */
async function withPickyServer(run: (smtpUrl: string) => Promise<void>): Promise<void> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onMailFrom: (address, _session, done) => {
      const isBlocked = address.address.startsWith('blocked')
      done(isBlocked ? Object.assign(new Error('sender blocked'), { responseCode: 554 }) : null)
    },
    onRcptTo: (address, _session, done) => {
      const responseCode = address.address.startsWith('gone') ? 550 : 451
      done(Object.assign(new Error('no such mailbox'), { responseCode }))
    },
  })
  const port = await new Promise<number>((resolve) => {
    const listening = server.listen(0, '127.0.0.1', () => {
      const address = listening.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
  try {
    await run(`smtp://127.0.0.1:${port}`)
  } finally {
    await new Promise<void>((resolve) => server.close(resolve))
  }
}

describe('sendMail', () => {
  it("sends a mail with the seller's details and its documents, and records it", async () => {
    const id = await queueWelcome('ada@example.com', ['INV-000001', 'INV-000002'])
    deps.clock.advance(1_000)
    expect(await sendMail({ ...deps, mailer }, { outboxId: id, renderDocument })).toEqual({ status: 'sent' })
    const [mail, ...more] = await received('ada@example.com')
    expect(more).toEqual([])
    expect(mail?.text).toContain('Crosswind Films Ltd')
    expect(mail?.headers.find(({ name }) => name.toLowerCase() === 'reply-to')?.value).toContain(
      'help@example.com',
    )
    expect(mail?.attachments.map(({ filename }) => filename)).toEqual(['INV-000001.pdf', 'INV-000002.pdf'])
    const row = await rowOf(id)
    expect(mail?.messageId).toBe(row.messageId)
    expect(row).toMatchObject({ status: 'sent', attempts: 1, sentAt: deps.clock.now(), lastError: null })
  })

  it('is sent once, however many workers try, at once or later', async () => {
    const id = await queueWelcome('once@example.com')
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => send(id)))
    outcomes.push(await send(id))
    expect(outcomes.filter(({ status }) => status === 'sent')).toHaveLength(1)
    expect(outcomes.filter(({ status }) => status === 'notDue')).toHaveLength(6)
    expect(await received('once@example.com')).toHaveLength(1)
  })

  it('unseals a link for the recipient alone, and wipes it once sent', async () => {
    const id = await queueReset('bea@example.com')
    expect((await rowOf(id)).secretsSealed).not.toBeNull()
    await send(id)
    const [mail] = await received('bea@example.com')
    expect(mail?.text).toContain(`${deps.config.publicUrl}/reset-password?token=a-token-to-follow&type=user`)
    expect(await rowOf(id)).toMatchObject({ status: 'sent', secretsSealed: null, props: {} })
    expect(deps.logged.join('')).not.toContain('a-token-to-follow')
  })

  it('retries after 5 s, 30 s, 2 min, then doubling, and stores the error', async () => {
    const id = await queueWelcome('later@example.com')
    const away = failing(new Error('connect ECONNREFUSED 127.0.0.1:25'))
    for (const seconds of [5, 30, 120, 240, 480]) {
      expect(await send(id, away)).toEqual({
        status: 'retry',
        cause: new Error('connect ECONNREFUSED 127.0.0.1:25'),
      })
      const row = await rowOf(id)
      expect(row.status).toBe('queued')
      expect(row.lastError).toBe('connect ECONNREFUSED 127.0.0.1:25')
      expect(row.nextAttemptAt.getTime() - deps.clock.now().getTime()).toBe(seconds * 1000)
      deps.clock.advance(seconds * 1000 - 1)
      expect(await send(id)).toEqual({ status: 'notDue' })
      deps.clock.advance(1)
    }
    expect(await send(id)).toEqual({ status: 'sent' })
    expect(await rowOf(id)).toMatchObject({ status: 'sent', attempts: 6, lastError: null })
    expect(await received('later@example.com')).toHaveLength(1)
  })

  it('gives up after four days', async () => {
    const id = await queueWelcome('never@example.com')
    const away = failing(new Error('connect ETIMEDOUT'))
    const began = deps.clock.now().getTime()
    let outcome = await send(id, away)
    while (outcome.status === 'retry') {
      deps.clock.set((await rowOf(id)).nextAttemptAt.toISOString())
      outcome = await send(id, away)
    }
    expect(outcome.status).toBe('failed')
    expect(await rowOf(id)).toMatchObject({ status: 'failed', lastError: 'connect ETIMEDOUT' })
    expect(deps.clock.now().getTime() - began).toBeLessThanOrEqual(4 * 24 * 60 * 60_000)
    expect(await send(id)).toEqual({ status: 'notDue' })
  })

  it("sends a dead worker's claimed mail again after ten minutes", async () => {
    const id = await queueWelcome('crash@example.com')
    const neverEnds: Mailer = { ...mailer, send: () => new Promise(() => {}) }
    void send(id, neverEnds)
    await expect.poll(async () => (await rowOf(id)).status).toBe('sending')
    deps.clock.advance(10 * 60_000 - 1)
    expect(await send(id)).toEqual({ status: 'notDue' })
    deps.clock.advance(1)
    expect(await send(id)).toEqual({ status: 'sent' })
  })

  it("does not let a worker that counts as dead overwrite the next one's result", async () => {
    const id = await queueWelcome('slow@example.com')
    let fail = (_error: Error) => {}
    const slow: Mailer = { ...mailer, send: () => new Promise((_resolve, reject) => (fail = reject)) }
    const first = send(id, slow)
    await expect.poll(async () => (await rowOf(id)).status).toBe('sending')
    deps.clock.advance(10 * 60_000)
    expect(await send(id)).toEqual({ status: 'sent' })
    fail(new Error('socket closed'))
    expect(await first).toMatchObject({ status: 'retry' })
    expect(await rowOf(id)).toMatchObject({ status: 'sent', lastError: null })
  })

  it('does not send a link that expired while it waited', async () => {
    const id = await queueReset('late@example.com')
    deps.clock.advance(15 * 60_000)
    expect(await send(id)).toMatchObject({ status: 'failed' })
    expect(await rowOf(id)).toMatchObject({ status: 'failed', secretsSealed: null })
    expect(await received('late@example.com')).toEqual([])
  })

  it('gives up a refused recipient, and retries temporary refusals and errors of our own', async () => {
    await withPickyServer(async (smtpUrl) => {
      const [gone, busy, blocked] = await Promise.all(
        ['gone@example.com', 'busy@example.com', 'anyone@example.com'].map((to) => queueWelcome(to)),
      )
      const picky = createMailer({ smtpUrl, requireTls: false, from: 'shop@example.com' })
      const blockedSender = createMailer({ smtpUrl, requireTls: false, from: 'blocked@example.com' })
      expect((await send(gone ?? '', picky)).status).toBe('failed')
      expect((await send(busy ?? '', picky)).status).toBe('retry')
      expect((await send(blocked ?? '', blockedSender)).status).toBe('retry')
      await Promise.all([picky.close(), blockedSender.close()])
      expect(await rowOf(gone ?? '')).toMatchObject({
        status: 'failed',
        lastError: expect.stringContaining('550'),
      })
    })
  })

  it('retries when a document cannot be rendered, and sends nothing without it', async () => {
    const id = await queueWelcome('paper@example.com', ['INV-000003'])
    expect(await send(id)).toEqual({ status: 'retry', cause: new Error('This mail has no papers') })
    expect(await received('paper@example.com')).toEqual([])
  })

  it('does not send a mail with a sealed link from another row', async () => {
    const from = await queueReset('victim@example.com')
    const to = await queueReset('thief@example.com')
    const { secretsSealed } = await rowOf(from)
    await deps.db.outboxMessage.update({ where: { id: to }, data: { secretsSealed } })
    expect((await send(to)).status).toBe('retry')
    expect(await received('thief@example.com')).toEqual([])
  })

  it('ignores a missing row', async () => {
    expect(await send('no such row')).toEqual({ status: 'notDue' })
  })
})
