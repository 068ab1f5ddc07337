import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { foreignWords } from '#tests/server/rest/refusal.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

let shop: TestApp
let port: number
beforeAll(async () => {
  shop = await createTestApp({
    async registerSite(app) {
      app.get('/dev/broken', async () => {
        throw new Error('relation "Student" does not exist', { cause: new Error('SELECT * FROM secret') })
      })
      app.get('/dev/away', async () => {
        throw new Error('no answer', {
          cause: Object.assign(new Error('connect to 10.0.0.7'), { code: 'ECONNREFUSED' }),
        })
      })
      app.get('/dev/odd', async () => {
        throw 'a thrown text'
      })
    },
  })
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const address = shop.app.server.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterAll(() => shop.close())

/** Writes bytes to the server as they are, and gives what came back. */
async function sendRaw(bytes: string): Promise<{ status: number; type: string; body: string }> {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk.toString()
  })
  socket.on('error', () => undefined)
  socket.write(bytes)
  await once(socket, 'close')
  const [head = '', body = ''] = received.split('\r\n\r\n')
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1])
  return { status, type: /content-type: (\S+)/i.exec(head)?.[1] ?? '', body }
}

describe('an error of ours', () => {
  it.each(['/dev/broken', '/dev/odd'])(
    'is answered with one fixed sentence, and logged with its cause: %s',
    async (url) => {
      const answer = await shop.send({ url })
      expect(answer.statusCode).toBe(500)
      expect(answer.json()).toEqual({
        message: 'Something went wrong on our side. Please try again.',
        code: 'FAULT',
      })
      expect(shop.shop.deps.logged.some((line) => line.includes('request failed'))).toBe(true)
    },
  )
})

it('an unavailable part is reported as such, and logged as a warning with its cause', async () => {
  shop.shop.deps.logged.length = 0
  const answer = await shop.send({ url: '/dev/away' })
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5'])
  const line = shop.shop.deps.logged.find((entry) => entry.includes('a part is away'))
  expect(line).toContain('connect to 10.0.0.7')
  expect(line).toMatch(/"level":("warn"|40)/)
})

describe('what never became a request', () => {
  it.each([
    ['no HTTP', 'HELO shop\r\n\r\n', 400],
    [
      'two lengths',
      'POST /api/auth/login HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n',
      400,
    ],
    [
      'a length and chunks, as smugglers send',
      'POST /api/auth/login HTTP/1.1\r\nhost: a\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['a header of 100 kB', `GET / HTTP/1.1\r\nhost: a\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`, 431],
  ])('%s: refused as JSON in our words', async (_what, bytes, status) => {
    const answer = await sendRaw(bytes)
    expect(answer.status).toBe(status)
    expect(answer.type).toBe('application/json')
    const { message } = JSON.parse(answer.body)
    expect(message).toMatch(/^[A-Z]/)
    expect(foreignWords(message)).toEqual([])
  })

  it('does not keep others from being served', async () => {
    expect((await sendRaw('GET /healthz HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n')).status).toBe(200)
  })
})
