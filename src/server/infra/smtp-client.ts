import { setMaxListeners } from 'node:events'
import { Readable } from 'node:stream'
import type { NodemailerError } from 'nodemailer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { type SmtpSettings, smtpOptions } from './smtp-options.ts'

/** A finished mail and its envelope. */
type SmtpMail = {
  from: string
  to: string
  content: Buffer
  /** Awaited once the server is ready for the content; when it rejects, the server gets none of it. */
  beforeContent?: (() => Promise<void>) | undefined
}

export type SmtpClient = {
  /**
   * Sends one mail and returns the server's 250 line. Never retries a mail that the server may have.
   *
   * @throws SmtpError
   */
  send(mail: SmtpMail): Promise<string>
  /** Rejects where the server cannot be reached or refuses the sign-in. */
  verify(): Promise<void>
  /** Ends the connections that are idle; those under way end with their mail. */
  close(): void
  /** The process ends: what is under way is broken off at once, and nothing new is begun. */
  abort(): void
}

/** Why a mail did not get its 250. */
export class SmtpError extends Error {
  override readonly name = 'SmtpError'
  /** The status of the server's refusal (RFC 5321); null where no answer came. */
  readonly status: number | null
  /** The command that was refused. */
  readonly command: string | null
  /** The content was on its way and nothing was answered: the server may have the mail. */
  readonly isUnknown: boolean

  constructor(cause: unknown, isHandedOver: boolean) {
    // PostgreSQL keeps no NUL: a row that cannot say how its mail ended would never end.
    super((cause instanceof Error ? cause.message : String(cause)).replaceAll('\0', ' '), { cause })
    this.status = isMailError(cause) ? (cause.responseCode ?? null) : null
    this.command = isMailError(cause) ? (cause.command ?? null) : null
    this.isUnknown = isHandedOver && this.status === null
  }
}

function isMailError(error: unknown): error is NodemailerError {
  return error instanceof Error && ('responseCode' in error || 'command' in error)
}

/** Some servers close a connection after more mails than this. */
const MAILS_PER_CONNECTION = 100
/** Shorter than the timeout of any server, so that none hangs up first. */
const IDLE_MS = 5_000

type Connection = { smtp: SMTPConnection; mails: number; idleTimer: NodeJS.Timeout | null; isOpen: boolean }

/** SMTP with as many connections as mails are handed over at once, each used again. */
export function createSmtpClient(settings: SmtpSettings): SmtpClient {
  const { auth, ...options } = smtpOptions(settings)
  const idle: Connection[] = []
  const ending = new AbortController()
  setMaxListeners(0, ending.signal)

  async function connect(): Promise<Connection> {
    const smtp = new SMTPConnection(options)
    const connection: Connection = { smtp, mails: 0, idleTimer: null, isOpen: true }
    await unlessAborted<null>(ending.signal, (resolve, reject) => {
      smtp.once('error', reject)
      smtp.once('end', () => {
        connection.isOpen = false
        drop(connection)
        reject(new Error('The mail server closed the connection'))
      })
      smtp.connect((error) => {
        if (error) return reject(error)
        if (!auth) return resolve(null)
        smtp.login(auth, (refusal) => (refusal ? reject(refusal) : resolve(null)))
      })
    }).catch((error: unknown) => {
      smtp.close()
      throw new SmtpError(error, false)
    })
    smtp.on('error', () => drop(connection)) // the caller learns it through the callback
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

  async function sendOver(connection: Connection, mail: SmtpMail): Promise<string> {
    try {
      const response = await handOver(connection.smtp, mail, ending.signal)
      giveBack(connection)
      return response
    } catch (error) {
      connection.smtp.close()
      throw error
    }
  }

  return {
    async send(mail) {
      const used = take()
      if (!used) return sendOver(await connect(), mail)
      try {
        return await sendOver(used, mail)
      } catch (error) {
        // The server may hang up on an idle connection at the very moment it is used again.
        const isSilent = error instanceof SmtpError && error.status === null && !error.isUnknown
        if (!isSilent) throw error
        return sendOver(await connect(), mail)
      }
    },
    async verify() {
      const { smtp } = await connect()
      smtp.quit()
    },
    close() {
      for (const connection of [...idle]) {
        drop(connection)
        connection.smtp.quit()
      }
    },
    abort: () => ending.abort(),
  }
}

/** A promise that is rejected when the signal comes first. */
function unlessAborted<T>(
  signal: AbortSignal,
  begin: (resolve: (value: T) => void, reject: (error: unknown) => void) => void,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const stop = () => reject(new Error('The shop is stopping'))
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
    const settled =
      <A>(settle: (value: A) => void) =>
      (value: A) => {
        signal.removeEventListener('abort', stop)
        settle(value)
      }
    begin(settled(resolve), settled(reject))
  })
}

async function handOver(
  smtp: SMTPConnection,
  { from, to, content, beforeContent }: SmtpMail,
  signal: AbortSignal,
): Promise<string> {
  let isHandedOver = false
  try {
    return await unlessAborted<string>(signal, (resolve, reject) => {
      // Read only once the server is ready for the content.
      const stream = Readable.from(
        (async function* () {
          await beforeContent?.()
          isHandedOver = true
          yield content
        })(),
      )
      smtp.send({ from, to: [to] }, stream, (error, info) => (error ? reject(error) : resolve(info.response)))
    })
  } catch (error) {
    throw new SmtpError(error, isHandedOver)
  }
}
