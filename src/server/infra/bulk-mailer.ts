import { Readable } from 'node:stream'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { smtpStatus } from './mailer.ts'
import { type SmtpSettings, smtpOptions } from './smtp-options.ts'

/** How one mail ended, as far as anybody can know. */
export type Delivery =
  /** The server said 250. */
  | { kind: 'sent' }
  /** A 4xx, or no connection: nobody has the mail, and another try may do. */
  | { kind: 'temporary'; error: string }
  /** A 5xx for this mail; `isAddress` where it was about who it goes to. */
  | { kind: 'permanent'; error: string; isAddress: boolean }
  /** The server had the whole mail and did not answer: it may have gone out. */
  | { kind: 'unknown'; error: string }

export type BulkMailer = {
  /** Hands one ready mail over and says how it ended; never rejects, never tries again. */
  deliver(mail: { to: string; content: Buffer }): Promise<Delivery>
  /** Ends the connections that are idle; those under way end with their mail. */
  close(): void
}

/** Some servers hang up on whoever sends more over one connection. */
const MAILS_PER_CONNECTION = 100
/** Shorter than the patience of any server, so that none hangs up first. */
const IDLE_MS = 5_000

type Connection = { smtp: SMTPConnection; mails: number; idleTimer: NodeJS.Timeout | null; isOpen: boolean }

/**
 * SMTP for mailings: as many connections as mails are handed over at once, each used again. `from` is the address
 * of the envelope, where bounces go.
 */
export function createBulkMailer({ from, ...settings }: SmtpSettings & { from: string }): BulkMailer {
  const { auth, ...options } = smtpOptions(settings)
  const idle: Connection[] = []

  async function connect(): Promise<Connection> {
    const smtp = new SMTPConnection(options)
    const connection: Connection = { smtp, mails: 0, idleTimer: null, isOpen: true }
    await new Promise<void>((resolve, reject) => {
      smtp.once('error', reject)
      smtp.once('end', () => {
        connection.isOpen = false
        drop(connection)
        reject(new Error('The mail server closed the connection'))
      })
      smtp.connect((error) => {
        if (error) return reject(error)
        if (!auth) return resolve()
        smtp.login(auth, (refusal) => (refusal ? reject(refusal) : resolve()))
      })
    }).catch((error: unknown) => {
      smtp.close()
      throw error
    })
    smtp.on('error', () => drop(connection)) // whoever sends learns it through the callback
    return connection
  }

  function drop(connection: Connection): void {
    const at = idle.indexOf(connection)
    if (at >= 0) idle.splice(at, 1)
    if (connection.idleTimer) clearTimeout(connection.idleTimer)
  }

  function take(): Connection | null {
    const connection = idle.pop()
    if (!connection) return null
    if (connection.idleTimer) clearTimeout(connection.idleTimer)
    return connection
  }

  function giveBack(connection: Connection): void {
    connection.mails++
    if (!connection.isOpen) return
    if (connection.mails >= MAILS_PER_CONNECTION) {
      connection.smtp.quit()
      return
    }
    connection.idleTimer = setTimeout(() => {
      drop(connection)
      connection.smtp.quit()
    }, IDLE_MS).unref()
    idle.push(connection)
  }

  async function deliver(mail: { to: string; content: Buffer }): Promise<Delivery> {
    const used = take()
    const first = await deliverOver(used ?? (await connect().catch(asFault)), mail)
    // The server may hang up on an idle connection at the very moment it is used again.
    if (!used || first.kind !== 'temporary' || !first.isSilent) return first
    return deliverOver(await connect().catch(asFault), mail)
  }

  async function deliverOver(connection: Connection | Fault, mail: { to: string; content: Buffer }) {
    if ('fault' in connection) return classify(connection.fault, false)
    const outcome = await send(connection.smtp, { from, ...mail })
    if (outcome.kind === 'sent') giveBack(connection)
    else connection.smtp.close()
    return outcome
  }

  return {
    deliver,
    close() {
      for (const connection of [...idle]) {
        drop(connection)
        connection.smtp.quit()
      }
    },
  }
}

type Fault = { fault: unknown }
/** `isSilent`: the server said nothing at all. */
type Outcome = Delivery & { isSilent?: boolean }

function asFault(fault: unknown): Fault {
  return { fault }
}

function send(
  smtp: SMTPConnection,
  { from, to, content }: { from: string; to: string; content: Buffer },
): Promise<Outcome> {
  return new Promise((resolve) => {
    let isHandedOver = false
    const stream = new Readable({
      read() {
        isHandedOver = true
        this.push(content)
        this.push(null)
      },
    })
    try {
      smtp.send({ from, to: [to] }, stream, (error) => {
        resolve(error ? classify(error, isHandedOver) : { kind: 'sent' })
      })
    } catch (error) {
      resolve(classify(error, isHandedOver))
    }
  })
}

const ERROR_LENGTH = 500

/** What an error of SMTP means for the mail it is about (RFC 5321 §4.2.1, RFC 3463). */
function classify(cause: unknown, isHandedOver: boolean): Outcome {
  const error = (cause instanceof Error ? cause.message : String(cause)).slice(0, ERROR_LENGTH)
  const status = smtpStatus(cause)
  if (status === null) {
    return isHandedOver ? { kind: 'unknown', error } : { kind: 'temporary', error, isSilent: true }
  }
  const command = cause instanceof Error && 'command' in cause ? cause.command : null
  // A refused sign-in or sender is our fault and nothing about this mail: it stays for another try.
  if (status < 500 || (command !== 'RCPT TO' && command !== 'DATA')) return { kind: 'temporary', error }
  return { kind: 'permanent', error, isAddress: isAboutAddress(error, command) }
}

/**
 * A refused recipient is about the address, but for class 5.7: that is about who sends (RFC 3463 §3.8), and a relay
 * that lets nobody through must not cost every address. After the content, only class 5.1 is.
 */
function isAboutAddress(error: string, command: string): boolean {
  const enhanced = /\b5\d\d[ -](5\.\d{1,3})\.\d{1,3}\b/.exec(error)?.[1] ?? null
  return command === 'RCPT TO' ? enhanced !== '5.7' : enhanced === '5.1'
}
