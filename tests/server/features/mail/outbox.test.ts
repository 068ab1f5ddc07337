import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { erasedEmail } from '#server/features/mail/erased-person.ts'
import { copyMail, enqueueOutbox, queueMail, requeueMail } from '#server/features/mail/outbox.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { readOutbox } from '#tests/support/outbox.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps({ env: { PUBLIC_URL: 'https://films.example.com' } })
})
afterAll(() => deps.close())
beforeEach(() => deps.db.outboxMessage.deleteMany())

const welcome = (to: string, dedupeKey?: string) =>
  ({
    template: 'welcome',
    to,
    props: { username: 'Sam' },
    ...(dedupeKey === undefined ? {} : { dedupeKey }),
  }) as const

describe('queueMail', () => {
  it('writes a mail that is due now, with its own Message-ID', async () => {
    const id = await queueMail(deps.db, deps, { ...welcome('sam@example.com'), documentIds: ['a', 'b'] })
    const row = await deps.db.outboxMessage.findUniqueOrThrow({ where: { id: id ?? '' } })
    expect(row).toMatchObject({
      template: 'welcome',
      toAddress: 'sam@example.com',
      props: { username: 'Sam' },
      secretsSealed: null,
      documentIds: ['a', 'b'],
      status: 'queued',
      attempts: 0,
      nextAttemptAt: deps.clock.now(),
      messageId: `<${id}@films.example.com>`,
      sentAt: null,
    })
  })

  it('is rolled back with its change', async () => {
    const reversed = deps.db.$transaction(async (tx) => {
      await queueMail(tx, deps, welcome('undone@example.com'))
      throw new Error('The change did not happen')
    })
    await expect(reversed).rejects.toThrow('The change did not happen')
    expect(await readOutbox(deps, 'welcome', 'undone@example.com')).toEqual([])
  })

  it('writes one mail per key, also concurrently, and the transaction continues', async () => {
    const queue = () => deps.db.$transaction((tx) => queueMail(tx, deps, welcome('once@example.com', 'once')))
    const ids = await Promise.all([queue(), queue(), queue(), queue()])
    expect(ids.filter((id) => id !== null)).toHaveLength(1)
    expect(await readOutbox(deps, 'welcome', 'once@example.com')).toHaveLength(1)
  })

  it.each([
    {
      template: 'verify-email',
      props: { token: 'tell-nobody-1', expiresAt: '2026-11-22T10:00:00.000Z' },
    },
    {
      template: 'password-reset',
      props: {
        account: 'student',
        name: 'Sam',
        token: 'tell-nobody-2',
        expiresAt: '2026-11-21T10:15:00.000Z',
      },
    },
    {
      template: 'admin-code',
      props: { code: '314159', purpose: 'sign-in', expiresAt: '2026-11-21T10:10:00.000Z' },
    },
  ] as const)('seals what lets a person in: $template', async (mail) => {
    const to = `${mail.template}@example.com`
    const id = await queueMail(deps.db, deps, { ...mail, to })
    const { rows } = await deps.pool.query<{ row: string }>(
      'select row_to_json(t)::text as row from "OutboxMessage" t where "id" = $1',
      [id],
    )
    const text = rows[0]?.row ?? ''
    const secret = 'code' in mail.props ? mail.props.code : mail.props.token
    expect(text).toContain(to)
    expect(text).not.toContain(secret)
    expect(text).not.toContain(Buffer.from(secret).toString('hex'))
    expect((await readOutbox(deps, mail.template, to))[0]?.props).toEqual(mail.props)
  })
})

describe('enqueueOutbox', () => {
  it('asks a worker for each mail that was written', async () => {
    await enqueueOutbox(deps, ['one', null, 'two'])
    expect(deps.queue.take('mail.send')).toEqual([{ outboxId: 'one' }, { outboxId: 'two' }])
  })

  it('costs nothing when the queue is away: the mail is logged and left to the requeue job', async () => {
    deps.queue.setUnavailable(true)
    await enqueueOutbox(deps, ['three'])
    deps.queue.setUnavailable(false)
    expect(deps.logged.at(-1)).toContain('Mail waits in the outbox for the scheduled job')
    expect(deps.logged.at(-1)).toContain('three')
  })

  it('asks a queue that is away once, however many mails were written', async () => {
    let asked = 0
    async function refuse(): Promise<never> {
      asked++
      throw Object.assign(new Error('The job queue is away'), { code: 'ECONNREFUSED' })
    }
    const queue = { ...deps.queue, enqueue: refuse, enqueueMany: refuse }
    await enqueueOutbox(
      { ...deps, queue },
      Array.from({ length: 1_000 }, (_, index) => `mail-${index}`),
    )
    expect(asked).toBe(1)
  })
})

describe('copyMail', () => {
  it('writes no copy to an erased person', async () => {
    const mail = { template: 'welcome', to: 'sam@example.com', props: { username: 'Sam' } } as const
    const outboxId = await queueMail(deps.db, deps, mail)
    const copy = (to: string) =>
      copyMail(deps.db, deps, { outboxId: outboxId ?? '', to, dedupeKey: `to:${to}` })
    expect(await copy(erasedEmail('a-student'))).toBeNull()
    expect(await copy('sam@example.com')).not.toBeNull()
    expect(await deps.db.outboxMessage.count({ where: { template: 'welcome' } })).toBe(2)
  })
})

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
    deps.queue.setUnavailable(true)
    await expect(requeueMail(deps)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    deps.queue.setUnavailable(false)
  })
})
