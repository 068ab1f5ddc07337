import { once } from 'node:events'
import type { Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'

export type MailSink = {
  smtpUrl: string
  /** To whom mails were accepted with a 250, in their order. */
  accepted: string[]
  /** Called before a mail is accepted; what it throws is the refusal. */
  onMail(run: (to: string) => void | Promise<void>): void
  /** Breaks every connection without a word. */
  hangUp(): void
  close(): Promise<void>
}

/** A real SMTP server on loopback that takes mails, remembers to whom, and forgets the rest. */
export async function startMailSink(): Promise<MailSink> {
  const accepted: string[] = []
  let before: (to: string) => void | Promise<void> = () => undefined
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 1_000,
    async onData(stream, session, callback) {
      const to = session.envelope.rcptTo[0]?.address ?? ''
      try {
        stream.resume()
        await once(stream, 'end') // a client that hangs up half way turns this into an error
        await before(to)
      } catch (error) {
        callback(error instanceof Error ? error : new Error(String(error)))
        return
      }
      accepted.push(to)
      callback()
    },
  })
  // A client that is killed half way just hangs up.
  server.on('error', () => undefined)
  const sockets = new Set<Socket>()
  server.server.on('connection', (socket: Socket) => sockets.add(socket))
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const address = listening.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    accepted,
    onMail(run) {
      before = run
    },
    hangUp() {
      for (const socket of sockets) socket.destroy()
    },
    close: () => new Promise<void>((done) => server.close(() => done())),
  }
}
