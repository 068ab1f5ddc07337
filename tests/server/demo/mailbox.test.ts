import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Mailbox, startMailbox } from '#server/demo/mailbox.ts'
import { createMailer, type Mailer, type OutgoingMail } from '#server/infra/mailer.ts'

const at = new Date('2026-11-21T10:42:00.000Z')
const clock = { now: () => at }
let dir: string
let mailbox: Mailbox
let mailer: Mailer

function mail(overrides: Partial<OutgoingMail> = {}): OutgoingMail {
  return {
    messageId: '<one@example.com>',
    date: at,
    to: 'sam@example.com',
    subject: 'Your films are open',
    html: '<p>Open</p>',
    text: 'Open',
    ...overrides,
  }
}

async function open(keep?: number) {
  mailbox = await startMailbox({ dir, clock, ...(keep !== undefined && { keep }) })
  mailer = createMailer({
    smtpUrl: mailbox.smtpUrl,
    requireTls: false,
    from: 'Ground School <shop@example.com>',
  })
}

async function close() {
  await mailer.close()
  await mailbox.close()
}

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'mailbox-'))
  await open()
})

afterEach(async () => {
  await close()
  await rm(dir, { recursive: true, force: true })
})

test('keeps what was sent, attachment and all', async () => {
  const pdf = Buffer.from([0x25, 0x50, 0x44, 0x46, 0x00, 0xff, 0x0a])
  await mailer.send(
    mail({ attachments: [{ filename: 'INV-000123.pdf', contentType: 'application/pdf', content: pdf }] }),
  )

  const [summary] = await mailbox.list()
  expect(summary).toEqual({
    id: '00000001',
    receivedAt: '2026-11-21T10:42:00.000Z',
    from: 'Ground School <shop@example.com>',
    to: ['sam@example.com'],
    subject: 'Your films are open',
  })
  const stored = await mailbox.read('00000001')
  expect(stored?.html).toContain('<p>Open</p>')
  expect(stored?.text).toContain('Open')
  expect(stored?.attachments).toEqual([
    { filename: 'INV-000123.pdf', contentType: 'application/pdf', size: 7 },
  ])
  expect((await mailbox.attachment('00000001', 0))?.content).toEqual(pdf)
})

test('lists the newest first, optionally for one address, without regard to case', async () => {
  await mailer.send(mail({ messageId: '<a@example.com>', subject: 'First' }))
  await mailer.send(mail({ messageId: '<b@example.com>', subject: 'Second', to: 'Alex@Example.com' }))
  await mailer.send(mail({ messageId: '<c@example.com>', subject: 'Third' }))

  expect((await mailbox.list()).map((found) => found.subject)).toEqual(['Third', 'Second', 'First'])
  expect((await mailbox.list({ to: 'alex@example.com' })).map((found) => found.subject)).toEqual(['Second'])
  expect((await mailbox.list({ to: 'nobody@example.com' })).length).toBe(0)
  expect((await mailbox.list({ limit: 1 })).map((found) => found.subject)).toEqual(['Third'])
})

test('survives a restart and goes on counting', async () => {
  await mailer.send(mail({ subject: 'Before' }))
  await close()
  await open()
  await mailer.send(mail({ subject: 'After' }))

  expect((await mailbox.list()).map(({ id, subject }) => [id, subject])).toEqual([
    ['00000002', 'After'],
    ['00000001', 'Before'],
  ])
})

test('keeps the newest mails only', async () => {
  await close()
  await open(3)
  for (const subject of ['1', '2', '3', '4', '5']) await mailer.send(mail({ subject }))

  expect((await mailbox.list()).map((found) => found.subject)).toEqual(['5', '4', '3'])
  expect((await readdir(dir)).sort()).toEqual(['00000003.eml', '00000004.eml', '00000005.eml'])
  expect(await mailbox.read('00000001')).toBeNull()
})

test('takes mails sent at the same moment, each under its own number', async () => {
  const numbers = Array.from({ length: 20 }, (_, index) => `mail ${index}`)
  await Promise.all(
    numbers.map((subject, index) => mailer.send(mail({ messageId: `<${index}@example.com>`, subject }))),
  )

  const found = await mailbox.list()
  expect(new Set(found.map(({ id }) => id)).size).toBe(20)
  expect(found.map(({ subject }) => subject).sort()).toEqual(numbers.sort())
})

test('refuses a mail above its size and keeps nothing of it', async () => {
  const content = Buffer.alloc(21 * 1024 * 1024)
  const sending = mailer.send(
    mail({ attachments: [{ filename: 'film.bin', contentType: 'application/octet-stream', content }] }),
  )

  await expect(sending).rejects.toMatchObject({ status: 552 })
  expect(await mailbox.list()).toEqual([])
})

test('knows no mail by another name', async () => {
  expect(await mailbox.read('../../etc/passwd')).toBeNull()
  expect(await mailbox.attachment('00000001', 0)).toBeNull()
})
