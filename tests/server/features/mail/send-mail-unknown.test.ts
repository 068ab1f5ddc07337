import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Mail, queueMail, requeueMail } from '#server/features/mail/outbox.ts'
import { sendMail } from '#server/features/mail/send-mail.ts'
import { retryFailedMail } from '#server/features/operations/failed-mail.ts'
import { openDatabase } from '#server/infra/db.ts'
import { createMailer, type Mailer } from '#server/infra/mailer.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { type Gate, startGate } from '#tests/support/gate.ts'
import { type MailSink, startMailSink } from '#tests/support/mail-sink.ts'
import { recordReliability } from '#tests/support/reliability.ts'

const TEN_MINUTES = 10 * 60_000

let deps: TestDeps
let sink: MailSink
/** Between the shop and its database. */
let gate: Gate
let behindGate: ReturnType<typeof openDatabase>
let mailer: Mailer
beforeAll(async () => {
  ;[deps, sink] = await Promise.all([createTestDeps(), startMailSink()])
  gate = await startGate(deps.databaseUrl)
  behindGate = openDatabase(gate.url)
  mailer = createMailer({ smtpUrl: sink.smtpUrl, requireTls: false, from: 'Shop <shop@example.com>' })
})
afterAll(async () => {
  await mailer.close()
  await sink.close()
  await behindGate.close()
  await gate.end()
  await deps.close()
})

const noDocuments = () => Promise.reject(new Error('This mail has no papers'))

function send(
  outboxId: string,
  { through = mailer, db = deps.db, signal = undefined as AbortSignal | undefined } = {},
) {
  return sendMail({ ...deps, db, mailer: through }, { outboxId, signal, renderDocument: noDocuments })
}

async function queue(mail: Mail): Promise<string> {
  return (await queueMail(deps.db, deps, mail)) ?? ''
}

function queueWelcome(to: string): Promise<string> {
  return queue({ template: 'welcome', to, props: { username: 'Sam' } })
}

function rowOf(id: string) {
  return deps.db.outboxMessage.findUniqueOrThrow({ where: { id } })
}

const takenBy = (to: string) => sink.accepted.filter((address) => address === to)

/** Advances the clock and requeues everything that is due. */
async function passTime(id: string): Promise<string[]> {
  deps.clock.advance(TEN_MINUTES)
  await requeueMail(deps)
  const offered = deps.queue.take('mail.send').filter(({ outboxId }) => outboxId === id)
  const outcomes = []
  for (const { outboxId } of offered) outcomes.push((await send(outboxId)).status)
  return outcomes
}

describe('a mail that got its 250', () => {
  it('while the database was unavailable is written down as soon as it is there, and goes out once', async () => {
    const to = 'once@example.com'
    const id = await queueWelcome(to)
    sink.onMail(() => gate.close())
    const sending = send(id, { db: behindGate.prisma })
    await expect.poll(() => deps.logged.join('')).toContain('What has happened waits for the database')
    expect((await rowOf(id)).status).toBe('sending')
    sink.onMail(() => undefined)
    await gate.open()
    expect(await sending).toEqual({ status: 'sent' })
    expect(await rowOf(id)).toMatchObject({ status: 'sent', attempts: 1, lastError: null })
    expect(await passTime(id)).toEqual([])
    expect(takenBy(to)).toEqual([to])
    recordReliability('parts away', 1, 'mails once through an outage')
  })

  it('and whose worker ends before the database is back, is shown and not sent again by itself', async () => {
    const to = 'stopped@example.com'
    const id = await queueWelcome(to)
    const ending = new AbortController()
    sink.onMail(async () => {
      await gate.close()
      ending.abort()
    })
    await expect(send(id, { db: behindGate.prisma, signal: ending.signal })).rejects.toThrow()
    sink.onMail(() => undefined)
    await gate.open()
    expect(await passTime(id)).toEqual(['unknown'])
    expect(await rowOf(id)).toMatchObject({
      status: 'unknown',
      lastError: expect.stringContaining('may have arrived'),
    })
    expect(await passTime(id)).toEqual([])
    expect(takenBy(to)).toEqual([to])
  })
})

describe('a mail whose content was on its way', () => {
  it('when the server hung up is unknown, and goes out again only when an admin asks', async () => {
    const to = 'silence@example.com'
    const id = await queueWelcome(to)
    const gone = await startMailSink()
    const unsure = createMailer({ smtpUrl: gone.smtpUrl, requireTls: false, from: 'shop@example.com' })
    gone.onMail(() => gone.hangUp())
    expect((await send(id, { through: unsure })).status).toBe('unknown')
    await Promise.all([unsure.close(), gone.close()])
    expect(await passTime(id)).toEqual([])
    expect(await rowOf(id)).toMatchObject({ status: 'unknown', handedOverAt: expect.any(Date) })

    await retryFailedMail(deps, { id, adminId: 'admin-1' })
    expect(await send(id)).toEqual({ status: 'sent' })
    expect(takenBy(to)).toEqual([to])
  })

  it('when its worker was killed loses its code, and cannot be sent again', async () => {
    const expiresAt = new Date(deps.clock.now().getTime() + 60 * TEN_MINUTES).toISOString()
    const props = { account: 'student', name: 'Sam', token: 'a-token', expiresAt } as const
    const id = await queue({ template: 'password-reset', to: 'killed@example.com', props })
    const neverEnds: Mailer = {
      ...mailer,
      async send(_mail, beforeContent) {
        await beforeContent?.()
        return new Promise(() => {})
      },
    }
    void send(id, { through: neverEnds })
    await expect.poll(async () => (await rowOf(id)).handedOverAt).not.toBeNull()
    expect(await passTime(id)).toEqual(['unknown'])
    expect(await rowOf(id)).toMatchObject({ status: 'unknown', secretsSealed: null })
    await expect(retryFailedMail(deps, { id, adminId: 'admin-1' })).rejects.toMatchObject({
      code: 'MAIL_NOT_RETRIABLE',
    })
  })

  it('when the server refused it temporarily is sent again', async () => {
    const to = 'later@example.com'
    const id = await queueWelcome(to)
    sink.onMail(() => {
      throw Object.assign(new Error('Try again later'), { responseCode: 451 })
    })
    expect((await send(id)).status).toBe('retry')
    expect(await rowOf(id)).toMatchObject({ status: 'queued', handedOverAt: null })
    sink.onMail(() => undefined)
    expect(await passTime(id)).toEqual(['sent'])
    expect(takenBy(to)).toEqual([to])
  })
})

describe('a mail that cannot be marked', () => {
  it('because the database is unavailable is not sent', async () => {
    const to = 'unmarked@example.com'
    const id = await queueWelcome(to)
    const { db } = deps
    const slow: Mailer = {
      ...mailer,
      send: (mail, beforeContent) =>
        mailer.send(mail, async () => {
          await gate.close()
          await beforeContent?.()
        }),
    }
    const sending = send(id, { through: slow, db: behindGate.prisma })
    await expect.poll(async () => (await rowOf(id)).status).toBe('sending')
    await expect
      .poll(() => deps.logged.filter((line) => line.includes('waits for the database')).length)
      .toBeGreaterThan(2)
    await gate.open()
    expect((await sending).status).toBe('retry')
    expect(takenBy(to)).toEqual([])
    expect(await db.outboxMessage.findUniqueOrThrow({ where: { id } })).toMatchObject({
      status: 'queued',
      handedOverAt: null,
    })
  })

  it('because another worker has claimed it is not sent', async () => {
    const to = 'taken@example.com'
    const id = await queueWelcome(to)
    const late: Mailer = {
      ...mailer,
      send: (mail, beforeContent) =>
        mailer.send(mail, async () => {
          deps.clock.advance(TEN_MINUTES)
          expect(await send(id)).toEqual({ status: 'sent' })
          await beforeContent?.()
        }),
    }
    expect((await send(id, { through: late })).status).toBe('retry')
    expect(takenBy(to)).toEqual([to])
    expect(await rowOf(id)).toMatchObject({ status: 'sent', attempts: 2 })
  })
})
