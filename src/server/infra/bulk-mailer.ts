import { createSmtpClient, SmtpError } from './smtp-client.ts'
import type { SmtpSettings } from './smtp-options.ts'

/** The outcome of one mail, as far as it is known. */
export type Delivery =
  /** The server said 250. */
  | { kind: 'sent' }
  /** A 4xx, or no connection: the mail was not accepted, and a retry may succeed. */
  | { kind: 'temporary'; error: string }
  /** A 5xx for this mail; `isAddress` where it was about who it goes to. */
  | { kind: 'permanent'; error: string; isAddress: boolean }
  /** The server had the whole mail and did not answer: it may have gone out. */
  | { kind: 'unknown'; error: string }

export type BulkMailer = {
  /** Sends one rendered mail and returns the outcome; never rejects, never retries. */
  deliver(mail: { to: string; content: Buffer }): Promise<Delivery>
  /** Ends the connections that are idle; those under way end with their mail. */
  close(): void
  /** The process ends: mails under way end at once. */
  abort(): void
}

/** SMTP for campaigns. `from` is the address of the envelope, where bounces go. */
export function createBulkMailer({ from, ...settings }: SmtpSettings & { from: string }): BulkMailer {
  const client = createSmtpClient(settings)
  return {
    deliver: (mail) =>
      client.send({ from, ...mail }).then(
        (): Delivery => ({ kind: 'sent' }),
        (error: unknown) => classify(error instanceof SmtpError ? error : new SmtpError(error, false)),
      ),
    close: () => client.close(),
    abort: () => client.abort(),
  }
}

const ERROR_LENGTH = 500

/** What an error of SMTP means for the mail it is about (RFC 5321 §4.2.1, RFC 3463). */
function classify({ message, status, command, isUnknown }: SmtpError): Delivery {
  const error = message.slice(0, ERROR_LENGTH)
  if (isUnknown) return { kind: 'unknown', error }
  // A refused sign-in or sender is our error and nothing about this mail: it stays for another try.
  if (status === null || status < 500 || (command !== 'RCPT TO' && command !== 'DATA')) {
    return { kind: 'temporary', error }
  }
  return { kind: 'permanent', error, isAddress: isAboutAddress(error, command) }
}

/**
 * A refused recipient is about the address, but for class 5.7: that is about the sender (RFC 3463 §3.8), and a relay
 * that refuses every client must not suppress every address. After the content, only class 5.1 is.
 */
function isAboutAddress(error: string, command: string): boolean {
  const enhanced = /\b5\d\d[ -](5\.\d{1,3})\.\d{1,3}\b/.exec(error)?.[1] ?? null
  return command === 'RCPT TO' ? enhanced !== '5.7' : enhanced === '5.1'
}
