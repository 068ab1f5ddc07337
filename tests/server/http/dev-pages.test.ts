import type { IncomingMessage, ServerResponse } from 'node:http'
import fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { openDevPages, registerDevPages } from '#server/http/dev-pages.ts'
import { createLogger } from '#server/infra/log.ts'
import { testConfig } from '#tests/support/deps.ts'

const log = createLogger({ level: 'silent', pretty: false })

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

async function ask(
  stamp: 'demo' | 'live',
  headers: Record<string, string>,
  publicUrl = 'http://localhost:3000',
): Promise<number[]> {
  const app = fastify({ trustProxy: true })
  await registerDevPages(app, { stamp, publicUrl }, parts)
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

it.each(['https://shop.test', 'http://192.0.2.7:3000', 'https://localhost.shop.test'])(
  'a demo at %s has neither beside its pages: a proxy that adds nothing looks like this machine',
  async (publicUrl) => {
    expect(await ask('demo', { host: 'localhost:3000' }, publicUrl)).toEqual([404, 404, 404, 404])
  },
)

describe('the port of their own', () => {
  const open = (env: Record<string, string>) => openDevPages({ config: testConfig(env), log }, parts)

  it('is this machine’s alone, for a demo with a public name', async () => {
    const pages = await open({ PUBLIC_URL: 'https://shop.test' })
    if (!pages) throw new Error('no port was opened')
    expect(new URL(pages.url).hostname).toBe('127.0.0.1')
    expect((await fetch(`${pages.url}/dev/mail`)).status).toBe(200)
    expect(await (await fetch(`${pages.url}/dev/stripe`)).text()).toBe('payments')
    const throughProxy = await fetch(`${pages.url}/dev/mail`, { headers: { 'x-forwarded-for': '192.0.2.7' } })
    expect(throughProxy.status).toBe(404)
    await pages.close()
    await expect(fetch(`${pages.url}/dev/mail`)).rejects.toThrow()
  })

  it.each([
    {},
    { PUBLIC_URL: 'http://127.0.0.1:3000' },
    { PUBLIC_URL: 'https://shop.test', STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_PUBLISHABLE_KEY: 'pk_test_x' },
  ])('is not opened with %j', async (env) => {
    expect(await open(env)).toBeNull()
  })
})
