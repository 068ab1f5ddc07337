import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { BODY_BYTES_OF_ADDRESS } from '#server/http/limit-bodies.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

const LARGEST = 256 * 1024
const MOST = BODY_BYTES_OF_ADDRESS / LARGEST

let shop: TestApp
let port: number
const clients: Socket[] = []

beforeAll(async () => {
  shop = await createTestApp()
  await shop.app.listen({ host: '127.0.0.1', port: 0 })
  port = (shop.app.server.address() as AddressInfo).port
})
afterEach(() => {
  for (const client of clients.splice(0)) client.destroy()
})
afterAll(() => shop.close())

/** Begins a request whose body never ends, and answers what the shop says to it. */
function begin(length: string): { client: Socket; answer: Promise<string> } {
  const client = connect(port, '127.0.0.1')
  clients.push(client)
  client.on('error', () => undefined)
  const head = `POST /trpc/auth.login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${length}\r\n\r\n`
  client.write(head)
  return { client, answer: once(client, 'data').then(([piece]) => String(piece)) }
}

async function refusalOfNext(length: string): Promise<string> {
  return begin(length).answer
}

describe.each([
  ['with a length', `Content-Length: ${LARGEST}`],
  ['in chunks', 'Transfer-Encoding: chunked'],
])('many bodies %s that are on their way from one address', (_what, length) => {
  it('are refused beyond what is held for it, and let in again once others have ended', async () => {
    const held = Array.from({ length: MOST }, () => begin(length).client)
    await vi.waitFor(async () => expect(await refusalOfNext(length)).toMatch(/^HTTP\/1\.1 503 /))

    for (const client of held) client.destroy()
    await vi.waitFor(async () => {
      const { statusCode } = await shop.send({ method: 'POST', url: '/api/auth/login', body: {} })
      expect(statusCode).toBe(400)
    })
  })
})

it('do not count once they are answered', async () => {
  const body = JSON.stringify({ email: 'a'.repeat(LARGEST - 100) })
  for (let sent = 0; sent < MOST + 3; sent++) {
    const { statusCode } = await shop.send({
      method: 'POST',
      url: '/api/auth/login',
      body,
      headers: { 'content-type': 'application/json' },
    })
    expect(statusCode).toBe(400)
  }
})
