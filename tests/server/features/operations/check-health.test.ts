import { createServer, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkHealth } from '#server/features/operations/check-health.ts'
import { createMailer } from '#server/infra/mailer.ts'
import { createTestShop, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
let silent: Server
const calls: Socket[] = []
beforeAll(async () => {
  shop = await createTestShop()
  silent = createServer((socket) => void calls.push(socket))
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done))
})
afterAll(async () => {
  for (const socket of calls) socket.destroy()
  silent.close()
  await shop.close()
})

function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

async function statesWith(parts: Partial<Parameters<typeof checkHealth>[0]>) {
  const found = await checkHealth({ ...shop.deps, ...parts })
  return Object.fromEntries(found.map(({ part, state }) => [part, state]))
}

describe('the health of the parts', () => {
  it('is ok where all of them answer', async () => {
    expect(await statesWith({})).toEqual({ database: 'ok', queue: 'ok', mail: 'ok', payments: 'ok' })
  })

  it('names the unavailable part and no other', async () => {
    const mailer = createMailer({
      smtpUrl: 'smtp://127.0.0.1:1',
      requireTls: false,
      from: 'shop@example.com',
    })
    expect(await statesWith({ mailer })).toMatchObject({ mail: 'away', payments: 'ok' })
    await mailer.close()
    shop.deps.queue.setUnavailable(true)
    expect(await statesWith({})).toMatchObject({ queue: 'away', database: 'ok' })
    shop.deps.queue.setUnavailable(false)
  })

  it('does not wait for a part that connects and never answers', async () => {
    const mailer = createMailer({
      smtpUrl: `smtp://127.0.0.1:${portOf(silent)}`,
      requireTls: false,
      from: 'shop@example.com',
    })
    expect(await statesWith({ mailer })).toMatchObject({ mail: 'late', database: 'ok' })
    for (const socket of calls) socket.destroy()
    await mailer.close()
  })
})
