import { createTransport, type NodemailerError } from 'nodemailer'
import { type Dkim, SIGNED_HEADERS } from './dkim.ts'
import { type SmtpSettings, smtpOptions } from './smtp-options.ts'

/** A file that travels with a mail. */
export type MailAttachment = { filename: string; contentType: string; content: Buffer }

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
export type MailReceipt = { messageId: string; response: string }

export type Mailer = {
  send(message: OutgoingMail): Promise<MailReceipt>
  verify(): Promise<void>
  close(): Promise<void>
}

/**
 * Sends over SMTP and throws what the server or the network said (see `smtpStatus`). It never tries again by
 * itself: whether and when to do so is the job's decision. `close` waits for the mails that are under way.
 */
export function createMailer(options: SmtpSettings & { from: string; dkim?: Dkim }): Mailer {
  const { from, dkim } = options
  const transport = createTransport({
    ...smtpOptions(options),
    pool: true,
    maxRequeues: 0,
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

  async function deliver(message: OutgoingMail): Promise<MailReceipt> {
    const { to, replyTo, headers = {}, attachments = [], ...rest } = message
    const receipt = await transport.sendMail({
      ...rest,
      from,
      to: { name: '', address: to },
      ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
      headers: unfolded(headers),
      attachments: attachments.map((attachment) => ({ ...attachment })),
    })
    return { messageId: receipt.messageId, response: receipt.response }
  }

  return {
    send(message) {
      const sending = deliver(message)
      underWay.add(sending)
      const done = () => underWay.delete(sending)
      sending.then(done, done)
      return sending
    },
    async verify() {
      await transport.verify()
    },
    async close() {
      await Promise.allSettled(underWay)
      transport.close()
    },
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

function isMailError(error: unknown): error is NodemailerError {
  return error instanceof Error && 'responseCode' in error
}

/** The SMTP status a failed `send` was answered with (RFC 5321), or null where no answer came: 5xx is for good. */
export function smtpStatus(error: unknown): number | null {
  return isMailError(error) ? (error.responseCode ?? null) : null
}
