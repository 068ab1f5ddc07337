import { request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** A chunked form of this size; ends when all is sent, or the shop ends the connection. */
export function sendMultipart(port: number, megabytes: number): Promise<void> {
  const piece = Buffer.alloc(1024 * 1024, 'x')
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1')
    const type = 'content-type: multipart/form-data; boundary=x\r\ntransfer-encoding: chunked'
    socket.write(`POST /trpc/auth.verifyResetToken HTTP/1.1\r\nhost: localhost\r\n${type}\r\n\r\n`)
    let sent = 0
    const send = () => {
      while (sent < megabytes && !socket.destroyed) {
        sent++
        socket.write(`${piece.length.toString(16)}\r\n`)
        socket.write(piece)
        if (!socket.write('\r\n')) return
      }
      socket.end('0\r\n\r\n')
    }
    socket
      .on('drain', send)
      .on('error', () => {})
      .on('close', () => done())
      .resume()
    send()
  })
}

/** One JSON request, by default from the attacker's address; the answer's text. */
export function send(
  port: number,
  message: { method?: 'GET' | 'POST'; path: string; body?: unknown; token?: string; from?: string },
): Promise<string> {
  const { method = 'POST', path, body, token, from = '127.0.0.1' } = message
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const headers = {
    ...(text === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  }
  return new Promise((done, fail) => {
    const asked = request(
      { port, host: '127.0.0.1', localAddress: from, method, path, headers },
      (answer) => {
        let answered = ''
        answer.setEncoding('utf8').on('data', (part) => {
          answered += part
        })
        answer.on('end', () => done(answered))
      },
    )
    // A connection that ends while the rest is sent has been refused.
    asked.on('error', (error: Error & { code?: string }) =>
      error.code === 'EPIPE' || error.code === 'ECONNRESET' ? done('') : fail(error),
    )
    asked.end(text)
  })
}

/** Bytes over each of many connections at once, which take no answer and stay open for a while. */
export async function hold(
  port: number,
  { connections, bytes, milliseconds }: { connections: number; bytes: string; milliseconds: number },
): Promise<void> {
  const sockets = Array.from({ length: connections }, () =>
    connect(port, '127.0.0.1')
      .on('error', () => undefined)
      .pause(),
  )
  for (const socket of sockets) socket.write(bytes)
  await pause(milliseconds)
  for (const socket of sockets) socket.destroy()
}
