import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { createSecureContext, TLSSocket } from 'node:tls'
import { TEST_CERTIFICATE, TEST_CERTIFICATE_KEY } from './tls-certificate.ts'

/** What stands between the shop and its mail. */
type Manner =
  /** A server as it should be. */
  | 'starttls'
  /** An attacker in between removes STARTTLS from what the server offers, and refuses the command. */
  | 'stripping'
  /** An attacker in between answers only HELO, where STARTTLS is unknown. */
  | 'old'
  /** An attacker in between adds answers after the one to STARTTLS, for the client to read as if they came over TLS. */
  | 'injecting'
  /** TLS from the first byte. */
  | 'implicit'

export type TlsMailServer = {
  port: number
  /** Commands in clear text, and those over TLS. */
  seen: { plain: string[]; tls: string[] }
  close(): Promise<void>
}

const secureContext = createSecureContext({ cert: TEST_CERTIFICATE, key: TEST_CERTIFICATE_KEY })

/** A mail server on loopback with the tests' certificate; it notes each command, and whether it came in clear text. */
export async function startTlsMailServer(manner: Manner): Promise<TlsMailServer> {
  const seen: TlsMailServer['seen'] = { plain: [], tls: [] }
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    if (manner === 'implicit') return void greet(secure(socket))
    socket.write('220 mail.test\r\n')
    listen(socket, seen.plain, (command) => {
      if (command === 'EHLO') return manner === 'old' ? '502 No' : offer(manner)
      if (command !== 'STARTTLS' || manner === 'stripping' || manner === 'old') return answer(command)
      socket.removeAllListeners('data')
      const injected = manner === 'injecting' ? '250-mail.test\r\n250 AUTH PLAIN\r\n250 2.1.0 Ok\r\n' : ''
      socket.write(`220 Go ahead\r\n${injected}`)
      talk(secure(socket))
      return null
    })
  })

  function secure(socket: Socket): TLSSocket {
    const tls = new TLSSocket(socket, { isServer: true, secureContext })
    tls.on('error', () => undefined)
    return tls
  }
  function greet(socket: Socket): void {
    socket.write('220 mail.test\r\n')
    talk(socket)
  }
  function talk(socket: Socket): void {
    listen(socket, seen.tls, (command) => {
      // A client that reads the injected bytes takes them for this answer and begins the mail.
      if (manner === 'injecting' && /^(EHLO|HELO)$/.test(command)) return '554 5.3.2 Not now'
      return command === 'EHLO' ? '250-mail.test\r\n250 AUTH PLAIN' : answer(command)
    })
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    seen,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

function offer(manner: Manner): string {
  return manner === 'stripping' ? '250-mail.test\r\n250 AUTH PLAIN' : '250-mail.test\r\n250 STARTTLS'
}

function answer(command: string): string {
  if (command === 'STARTTLS') return '502 5.5.1 No such command'
  if (command === 'AUTH') return '235 2.7.0 Welcome'
  if (command === 'DATA') return '354 Go on'
  return command === 'QUIT' ? '221 Bye' : '250 2.0.0 Ok'
}

function listen(socket: Socket, commands: string[], reply: (command: string) => string | null): void {
  let pending = ''
  let isData = false
  socket.on('data', (chunk) => {
    const lines = `${pending}${chunk.toString()}`.split('\r\n')
    pending = lines.pop() ?? ''
    for (const line of lines) {
      if (isData && line !== '.') continue
      const command = isData ? '.' : (line.split(' ')[0] ?? '').toUpperCase()
      isData = command === 'DATA'
      commands.push(command)
      const words = reply(command)
      if (words !== null) socket.write(`${words}\r\n`)
    }
  })
}
