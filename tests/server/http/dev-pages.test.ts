import type { IncomingMessage, ServerResponse } from 'node:http'
import fastify from 'fastify'
import { expect, it } from 'vitest'
import { registerDevPages } from '#server/http/dev-pages.ts'

const parts: Parameters<typeof registerDevPages>[2] = {
  mailbox: {
    list: async () => [],
    read: async () => null,
    attachment: async () => null,
  },
  sandbox: {
    async handle(_request: IncomingMessage, response: ServerResponse) {
      response.end('payments')
    },
  },
}

async function ask(stamp: 'demo' | 'live', headers: Record<string, string>): Promise<number[]> {
  const app = fastify({ trustProxy: true })
  await registerDevPages(app, { stamp }, parts)
  const answers = await Promise.all(
    ['/dev/mail', '/dev/mail.json', '/dev/stripe', '/dev/stripe/v1/payment_intents'].map((url) =>
      app.inject({ url, headers }),
    ),
  )
  await app.close()
  return answers.map(({ statusCode }) => statusCode)
}

it('the mailbox and the payments of a demo answer to a loopback name', async () => {
  expect(await ask('demo', { host: 'localhost:3000' })).toEqual([200, 200, 200, 200])
})

it('neither answers to any other name, whatever a header claims', async () => {
  const hidden = await ask('demo', { host: 'shop.test', 'x-forwarded-host': 'localhost:3000' })
  expect(hidden.every((status) => status >= 400)).toBe(true)
})

it('a live stamp has neither, not even for this machine', async () => {
  expect(await ask('live', { host: 'localhost:3000' })).toEqual([404, 404, 404, 404])
})
