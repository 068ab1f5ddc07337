import { once } from 'node:events'
import pg from 'pg'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { SandboxControls } from '#sandbox/server/controls.ts'
import type { MailSilence } from './history.ts'

export type Received = {
  id: string
  to: string
  subject: string
  text: string
  /** Names of what is attached. */
  files: string[]
  /** Of a campaign (RFC 8058). */
  unsubscribeUrl: string | null
}

/** A mail server that keeps what it accepted, refuses as often as it is told, and answers so late. */
export async function startMailServer() {
  const received: Received[] = []
  let refusals = 0
  let lateMs = 0
  let silence: { about: MailSilence; times: number } | null = null
  /** Whether it says nothing this once. */
  const isSilent = (...about: MailSilence[]) => {
    if (!silence || silence.times < 1 || !about.includes(silence.about)) return false
    silence.times--
    return true
  }
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 500,
    onConnect: (_session, callback) => void (isSilent('greeting') || callback()),
    onMailFrom: (_address, _session, callback) => void setTimeout(callback, lateMs),
    onData(stream, session, callback) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        if (refusals > 0) {
          refusals--
          return callback(Object.assign(new Error('Try again later'), { responseCode: 451 }))
        }
        if (isSilent('answer and mail')) return
        PostalMime.parse(Buffer.concat(parts)).then((mail) => {
          const to = session.envelope.rcptTo[0]?.address ?? ''
          const link = mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? ''
          received.push({
            id: mail.messageId ?? '',
            to,
            subject: mail.subject ?? '',
            text: mail.text ?? '',
            files: mail.attachments.map(({ filename }) => filename ?? ''),
            unsubscribeUrl: /<(.+)>/.exec(link)?.[1] ?? null,
          })
          if (!isSilent('answer')) setTimeout(callback, lateMs)
        }, callback)
      })
    },
  })
  server.on('error', () => undefined) // a process that is killed half way hangs up
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const address = listening.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    refuse(times: number) {
      refusals = times
    },
    /** It lets a sender wait before it takes the mail, and again before it says so. */
    slow(byMs: number) {
      lateMs = byMs
    },
    /** So many times. */
    fallSilent(about: MailSilence, times: number) {
      silence = { about, times }
    },
    close: () => new Promise<void>((done) => server.close(() => done())),
  }
}

/** The simulation's own way into the database. One that PostgreSQL closes, as where the database is dropped, says nothing. */
export function openBooks(url: string): pg.Pool {
  const books = new pg.Pool({ connectionString: url, max: 2 })
  books.on('error', () => undefined)
  return books
}

/** By hand at Stripe: what it does wrong meets the shop alone. */
export async function pastFaults<T>(controls: SandboxControls, work: () => Promise<T>): Promise<T> {
  const { fault, faultsLeft, refusesEvents } = controls.switches()
  controls.switch({ fault: null, faultsLeft: 0, refusesEvents: false })
  try {
    return await work()
  } finally {
    controls.switch({ fault, faultsLeft, refusesEvents })
  }
}
