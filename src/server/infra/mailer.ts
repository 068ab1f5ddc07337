import { createTransport } from 'nodemailer'
import { type Dkim, SIGNED_HEADERS } from './dkim.ts'
import { createSmtpClient } from './smtp-client.ts'
import type { SmtpSettings } from './smtp-options.ts'

/** A file that travels with a mail. */
type MailAttachment = { filename: string; contentType: string; content: Buffer }

/** One mail to one address. The caller names it, so that a second try carries the same Message-ID. */
export type OutgoingMail = {
  messageId: string
  date: Date
  to: string
  replyTo?: string
  subject: string
  html: string
  text: string
  headers?: Readonly<Record<string, string>>
  attachments?: readonly MailAttachment[]
}

/** What the mail server answered: its 250 line, and the Message-ID it was given. */
type MailReceipt = { messageId: string; response: string }

type MailerSettings = SmtpSettings & { from: string; dkim?: Dkim }

export type Mailer = {
  /** `beforeContent` is awaited once the server is ready for the content; when it rejects, the server gets none of it. */
  send(message: OutgoingMail, beforeContent?: () => Promise<void>): Promise<MailReceipt>
  verify(): Promise<void>
  close(): Promise<void>
  /** The process ends: mails under way fail at once. */
  abort(): void
}

/**
 * Sends over SMTP and throws what the server or the network said (see `SmtpError`). It never tries again by
 * itself: whether and when to do so is the job's decision. `close` waits for the mails that are under way.
 */
export function createMailer({ from, dkim, ...settings }: MailerSettings): Mailer {
  const client = createSmtpClient(settings)
  const composer = createTransport({
    streamTransport: true,
    buffer: true,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(dkim && {
      dkim: {
        domainName: dkim.domain,
        keySelector: dkim.selector,
        privateKey: dkim.privateKey,
        headerFieldNames: SIGNED_HEADERS.join(':'),
      },
    }),
  })
  const underWay = new Set<Promise<MailReceipt>>()

  async function deliver(message: OutgoingMail, beforeContent?: () => Promise<void>): Promise<MailReceipt> {
    const { to, replyTo, headers = {}, attachments = [], ...rest } = message
    const {
      envelope,
      messageId,
      message: content,
    } = await composer.sendMail({
      ...rest,
      from,
      to: { name: '', address: to },
      ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
      headers: unfolded(headers),
      attachments: attachments.map((attachment) => ({ ...attachment })),
    })
    const [recipient] = envelope.to
    if (!envelope.from || !recipient || !Buffer.isBuffer(content))
      throw new Error('A mail without an address')
    const response = await client.send({ from: envelope.from, to: recipient, content, beforeContent })
    return { messageId, response }
  }

  return {
    send(message, beforeContent) {
      const sending = deliver(message, beforeContent)
      underWay.add(sending)
      const done = () => underWay.delete(sending)
      sending.then(done, done)
      return sending
    },
    verify: () => client.verify(),
    async close() {
      await Promise.allSettled(underWay)
      client.close()
    },
    abort: () => client.abort(),
  }
}

/**
 * Header values go out as one line each: programs that unsubscribe people read a folded List-Unsubscribe
 * wrongly. Line breaks become spaces first, so no value can begin a header of its own (RFC 5322).
 */
function unfolded(headers: Readonly<Record<string, string>>) {
  return Object.entries(headers).map(([name, value]) => ({
    key: name,
    value: { prepared: true, value: value.replace(/[\r\n]+/g, ' ') },
  }))
}
