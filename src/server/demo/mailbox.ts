import { once } from 'node:events'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { decodeWords, type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerEnvelope } from 'smtp-server'
import type { MailboxView, MailSummary, StoredMail } from '#server/http/mailbox-view.ts'
import type { Clock } from '#server/infra/clock.ts'
import { keyOf } from '#shared/text/text-key.ts'

/** A local mail server that keeps what it is given: the far end of mail in demo mode. */
export type Mailbox = MailboxView & { smtpUrl: string; close(): Promise<void> }

const largestMail = 20 * 1024 * 1024
const receivedHeader = 'X-Mailbox-Received'

/**
 * Listens for SMTP on a free port of 127.0.0.1 and keeps each mail as an .eml file in `dir`, the newest `keep`
 * of them, across restarts. A mail is acknowledged once its file stands under its name.
 */
export async function startMailbox(options: { dir: string; clock: Clock; keep?: number }): Promise<Mailbox> {
  const { dir, clock, keep = 500 } = options
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const ids = await storedIds(dir)
  const summaries = new Map<string, MailSummary>()
  let writing: Promise<unknown> = Promise.resolve()

  async function store(envelope: SMTPServerEnvelope, raw: Buffer) {
    const id = String(Number(ids.at(-1) ?? 0) + 1).padStart(8, '0')
    const draft = join(dir, `${id}.part`)
    await writeFile(draft, Buffer.concat([traceHeaders(envelope, clock.now()), raw]))
    await rename(draft, fileOf(dir, id))
    ids.push(id)
    for (const old of ids.splice(0, Math.max(0, ids.length - keep))) {
      summaries.delete(old)
      await rm(fileOf(dir, old), { force: true })
    }
  }

  async function open(id: string): Promise<Email | null> {
    if (!ids.includes(id)) return null
    return PostalMime.parse(await readFile(fileOf(dir, id)))
  }

  async function summaryOf(id: string): Promise<MailSummary | null> {
    const known = summaries.get(id)
    if (known) return known
    const email = await open(id)
    if (email === null) return null
    const summary = summarise(id, email)
    summaries.set(id, summary)
    return summary
  }

  const server = new SMTPServer({
    // Nothing leaves this machine: no sign-in, and no certificate to present.
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: largestMail,
    closeTimeout: 1_000,
    onData(stream, session, callback) {
      const kept = collect(stream).then((raw) => {
        writing = writing.catch(() => undefined).then(() => store(session.envelope, raw))
        return writing
      })
      kept.then(() => callback(), callback)
    },
  })
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  // A client that hangs up half way learns it on its own side; here it leaves no file.
  server.on('error', () => undefined)

  return {
    smtpUrl: `smtp://127.0.0.1:${portOf(listening.address())}`,
    async list({ to, limit = keep } = {}) {
      const found: MailSummary[] = []
      for (const id of ids.toReversed()) {
        if (found.length >= limit) break
        const summary = await summaryOf(id)
        if (summary === null) continue
        if (to === undefined || summary.to.some((address) => isSameAddress(address, to))) found.push(summary)
      }
      return found
    },
    async read(id) {
      const email = await open(id)
      return email && describe(id, email)
    },
    async attachment(id, index) {
      const email = await open(id)
      const file = email?.attachments[index]
      if (!file) return null
      const { filename, contentType } = describeFile(file, index)
      return { filename, contentType, content: bytesOf(file.content) }
    },
    async close() {
      await new Promise<void>((done) => server.close(done))
      await writing.catch(() => undefined)
    },
  }
}

async function storedIds(dir: string): Promise<string[]> {
  const files = await readdir(dir)
  return files
    .filter((file) => /^\d{8}\.eml$/.test(file))
    .map((file) => file.slice(0, 8))
    .sort()
}

function fileOf(dir: string, id: string): string {
  return join(dir, `${id}.eml`)
}

function portOf(address: ReturnType<SMTPServer['server']['address']>): number {
  if (address === null || typeof address === 'string') throw new Error('The mailbox listens on no port.')
  return address.port
}

async function collect(stream: SMTPServerDataStream): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(Buffer.from(part))
  if (stream.sizeExceeded) throw Object.assign(new Error('Message too large'), { responseCode: 552 })
  return Buffer.concat(parts)
}

/** The lines a mail server puts on top: where from, for whom, when (RFC 5321 §4.4). */
function traceHeaders(envelope: SMTPServerEnvelope, receivedAt: Date): Buffer {
  const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
  const lines = [
    `Return-Path: <${from}>`,
    ...envelope.rcptTo.map(({ address }) => `Delivered-To: ${address}`),
    `${receivedHeader}: ${receivedAt.toISOString()}`,
  ]
  return Buffer.from(`${lines.join('\r\n')}\r\n`)
}

function headerValues(email: Email, name: string): string[] {
  return email.headers.filter(({ key }) => key === name.toLowerCase()).map(({ value }) => value)
}

function summarise(id: string, email: Email): MailSummary {
  return {
    id,
    receivedAt: headerValues(email, receivedHeader)[0] ?? '',
    from: decodeWords(headerValues(email, 'From')[0] ?? ''),
    to: headerValues(email, 'Delivered-To'),
    subject: email.subject ?? '',
  }
}

function describe(id: string, email: Email): StoredMail {
  return {
    ...summarise(id, email),
    messageId: email.messageId ?? '',
    headers: email.headers.map(({ originalKey, value }) => ({
      name: originalKey,
      value: decodeWords(value),
    })),
    html: email.html ?? null,
    text: email.text ?? null,
    attachments: email.attachments.map(describeFile),
  }
}

function describeFile(file: Email['attachments'][number], index: number) {
  return {
    filename: file.filename ?? `attachment-${index + 1}`,
    contentType: file.mimeType,
    size: bytesOf(file.content).byteLength,
  }
}

function bytesOf(content: Email['attachments'][number]['content']): Buffer {
  if (typeof content === 'string') return Buffer.from(content)
  if (content instanceof ArrayBuffer) return Buffer.from(content)
  return Buffer.from(content.buffer, content.byteOffset, content.byteLength)
}

function isSameAddress(a: string, b: string): boolean {
  return keyOf(a) === keyOf(b)
}
