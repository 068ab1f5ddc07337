import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Mailbox, startMailbox } from '#server/demo/mailbox.ts'
import { createMailer, type Mailer, type OutgoingMail } from '#server/infra/mailer.ts'
import { recordReliability } from '#tests/support/reliability.ts'

const at = new Date('2026-11-21T10:42:00.000Z')
const from = 'Ground School <shop@example.com>'
const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})
let dir: string
let mailbox: Mailbox
let mailer: Mailer

function mail(overrides: Partial<OutgoingMail> = {}): OutgoingMail {
  return {
    messageId: '<order-7@example.com>',
    date: at,
    to: 'sam@example.com',
    subject: 'Hello',
    html: '<p>Hello</p>',
    text: 'Hello',
    ...overrides,
  }
}

async function onlyMail() {
  const [summary, ...others] = await mailbox.list()
  expect(others).toEqual([])
  const stored = summary && (await mailbox.read(summary.id))
  if (!stored) throw new Error('The mailbox is empty.')
  const header = (name: string) => stored.headers.find((line) => line.name.toLowerCase() === name)?.value
  return { ...stored, header }
}

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'mailer-'))
  mailbox = await startMailbox({ dir, clock: { now: () => at } })
  mailer = createMailer({ smtpUrl: mailbox.smtpUrl, requireTls: false, from })
})

afterEach(async () => {
  await mailer.close()
  await mailbox.close()
  await rm(dir, { recursive: true, force: true })
})

test('sends with the Message-ID, date and sender it was given, and answers what the server said', async () => {
  const receipt = await mailer.send(mail({ replyTo: 'instructor@example.com' }))

  expect(receipt.messageId).toBe('<order-7@example.com>')
  expect(receipt.response).toMatch(/^250 /)
  const stored = await onlyMail()
  expect(stored.messageId).toBe('<order-7@example.com>')
  expect(stored.header('date')).toBe('Sat, 21 Nov 2026 10:42:00 +0000')
  expect(stored.header('from')).toBe(from)
  expect(stored.header('reply-to')).toBe('instructor@example.com')
})

test('lets nothing in a subject, an address or a header begin another header', async () => {
  await mailer.send(
    mail({
      subject: 'Hello\r\nBcc: thief@example.com',
      headers: { 'X-Order': '7\r\nX-Injected: yes' },
    }),
  )

  const stored = await onlyMail()
  expect(stored.to).toEqual(['sam@example.com'])
  expect(stored.header('bcc')).toBeUndefined()
  expect(stored.header('x-injected')).toBeUndefined()
  expect(stored.header('x-order')).toBe('7 X-Injected: yes')
  recordReliability('injection', 4, 'headers')
})

test('reads a list of addresses as one address, which then is none', async () => {
  await expect(mailer.send(mail({ to: 'sam@example.com, thief@example.com' }))).rejects.toThrow()
  expect(await mailbox.list({ to: 'thief@example.com' })).toEqual([])
})

test('writes names and subjects outside ASCII', async () => {
  await mailer.send(mail({ subject: 'Łukasz Ő: your films', text: 'Łukasz Ő' }))

  const stored = await onlyMail()
  expect(stored.subject).toBe('Łukasz Ő: your films')
  expect(stored.text).toContain('Łukasz Ő')
})

test('signs both unsubscribe headers and leaves a long one unfolded (RFC 8058)', async () => {
  const signing = createMailer({
    smtpUrl: mailbox.smtpUrl,
    requireTls: false,
    from,
    dkim: { domain: 'example.com', selector: 'shop', privateKey },
  })
  const url = `<https://shop.example.com/unsubscribe/${'a'.repeat(150)}>, <mailto:stop@example.com>`
  await signing.send(
    mail({ headers: { 'List-Unsubscribe': url, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } }),
  )
  await signing.close()

  const stored = await onlyMail()
  expect(stored.header('list-unsubscribe')).toBe(url)
  const signature = stored.header('dkim-signature')?.replace(/\s/g, '').toLowerCase() ?? ''
  const signed = /;h=([^;]+);/.exec(signature)?.[1]?.split(':')
  expect(signed).toEqual(
    expect.arrayContaining(['from', 'subject', 'to', 'list-unsubscribe', 'list-unsubscribe-post']),
  )
})

test('checks the connection to the server, and throws where no server listens', async () => {
  await expect(mailer.verify()).resolves.toBeUndefined()

  const { smtpUrl } = mailbox
  await mailbox.close()
  const late = createMailer({ smtpUrl, requireTls: false, from })
  const failure = await late.send(mail()).catch((error: unknown) => error)
  expect(failure).toMatchObject({ name: 'SmtpError', status: null, isUnknown: false })
  await expect(late.verify()).rejects.toThrow()
  await late.close()
})

test('throws the status of a server that refuses, after one try', async () => {
  const seen: string[] = []
  const server = createServer((socket) => {
    socket.setEncoding('utf8').write('220 example.com\r\n')
    socket.on('data', (line: string) => {
      const command = line.slice(0, 4).toUpperCase()
      seen.push(command)
      socket.write(command === 'RCPT' ? '550 no such mailbox\r\n' : '250 ok\r\n')
    })
    socket.on('error', () => socket.destroy())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const refused = createMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, requireTls: false, from })

  const failure = await refused.send(mail()).catch((error: unknown) => error)

  expect(failure).toMatchObject({ name: 'SmtpError', status: 550, isUnknown: false })
  expect(seen.filter((command) => command === 'RCPT')).toHaveLength(1)
  await refused.close()
  await new Promise((done) => server.close(done))
})

test('finishes the mails under way before it closes', async () => {
  const sending = mailer.send(mail())
  await mailer.close()

  await expect(sending).resolves.toMatchObject({ messageId: '<order-7@example.com>' })
  expect(await mailbox.list()).toHaveLength(1)
})
