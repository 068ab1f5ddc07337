import { createHmac } from 'node:crypto'
import { connect, type Socket } from 'node:net'

/** One HTTP request; of several bodies the next one each time. `%n` in a body is a number that counts up; with a secret it is signed as Stripe's webhooks are. */
export type LoadRequest = {
  method?: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  bodies?: string[]
  webhookSecret?: string
}

/** Connections that are kept alive, each with one request at a time; they share the requests out among them. */
export type Load = { port: number; connections: number; milliseconds: number; requests: LoadRequest[] }

export type LoadResult = { answers: number; perSecond: number; p99Ms: number; firstByteMs: number }

/**
 * Written on sockets, because on a machine of two cores the generator shares them with what it measures: a request costs
 * it a third of the processor time that it costs autocannon (14 µs instead of 40 µs).
 */
let count = 0

async function run({ port, connections, milliseconds, requests }: Load): Promise<LoadResult> {
  const latencies: number[] = []
  const firstBytes: number[] = []
  const endsAt = performance.now() + milliseconds
  const began = performance.now()
  await Promise.all(
    Array.from({ length: connections }, (_, at) => {
      const request = requests[at % requests.length]
      if (!request) throw new Error('A load has at least one request')
      return keepAsking(port, request, { endsAt, latencies, firstBytes })
    }),
  )
  const seconds = (performance.now() - began) / 1_000
  const answers = latencies.length
  return {
    answers,
    perSecond: answers / seconds,
    p99Ms: shareOf(latencies, 0.99),
    firstByteMs: shareOf(firstBytes, 0.5),
  }
}

/** The value that a share of all do not exceed. */
function shareOf(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0
}

function keepAsking(
  port: number,
  request: LoadRequest,
  { endsAt, latencies, firstBytes }: { endsAt: number; latencies: number[]; firstBytes: number[] },
): Promise<void> {
  const write = writerOf(port, request)
  return new Promise((done, fail) => {
    const socket = connect(port, '127.0.0.1')
    socket.setNoDelay(true)
    let sentAt = 0
    let isFirst = false
    const send = () => {
      sentAt = performance.now()
      isFirst = true
      write(socket)
    }
    const isWhole = readAnswers(request)
    socket.on('connect', send)
    socket.on('data', (bytes) => {
      if (isFirst) firstBytes.push(performance.now() - sentAt)
      isFirst = false
      try {
        if (!isWhole(bytes)) return
      } catch (error) {
        socket.destroy()
        fail(error)
        return
      }
      const now = performance.now()
      latencies.push(now - sentAt)
      if (now < endsAt) send()
      else socket.end()
    })
    socket.on('error', fail)
    socket.on('close', () => done())
  })
}

function writerOf(port: number, { method = 'GET', path, headers = {}, bodies, webhookSecret }: LoadRequest) {
  const fields = Object.entries({ host: `127.0.0.1:${port}`, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  const head = `${method} ${path} HTTP/1.1\r\n${fields.join('')}`
  if (bodies === undefined) {
    const bytes = Buffer.from(`${head}\r\n`)
    return (socket: Socket) => socket.write(bytes)
  }
  return (socket: Socket) => {
    count += 1
    const text = bodies[count % bodies.length]?.replaceAll('%n', String(count)) ?? ''
    const signature = webhookSecret === undefined ? '' : `stripe-signature: ${sign(text, webhookSecret)}\r\n`
    socket.write(
      `${head}${signature}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
    )
  }
}

function sign(body: string, secret: string): string {
  const second = Math.floor(Date.now() / 1_000)
  return `t=${second},v1=${createHmac('sha256', secret).update(`${second}.${body}`).digest('hex')}`
}

/** Says after each piece whether it ends an answer, which is either measured or in chunks; throws for any but a 200 or 206. */
function readAnswers({ path }: LoadRequest): (bytes: Buffer) => boolean {
  let left: number | null = null
  let isChunked = false
  return (bytes) => {
    if (left === null) {
      const end = bytes.indexOf('\r\n\r\n')
      const head = bytes.toString('latin1', 0, end)
      if (!/^HTTP\/1\.1 20[06] /.test(head)) throw new Error(`${path} was answered with ${bytes.toString()}`)
      isChunked = /transfer-encoding: chunked/i.test(head)
      left = isChunked ? 1 : Number(/content-length: (\d+)/i.exec(head)?.[1]) + end + 4
    }
    if (isChunked) left = bytes.subarray(-5).equals(LAST_CHUNK) ? 0 : 1
    else left -= bytes.length
    if (left > 0) return false
    left = null
    return true
  }
}

const LAST_CHUNK = Buffer.from('0\r\n\r\n')

process.on('message', (load: Load) => {
  run(load).then(
    (result) => process.send?.(result),
    (error: unknown) => process.send?.({ error: String(error) }),
  )
})
process.send?.(0)
