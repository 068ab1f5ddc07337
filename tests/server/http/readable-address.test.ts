import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readableAddress } from '#server/http/readable-address.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

it.each([
  '/',
  '/videos/air-law?ref=%ff',
  '/a%20b',
  '/caf%C3%A9',
  '/api/%ff',
  '/api/videos/%',
  '/trpc/%ff?x=1',
])('leaves %s as it is', (url) => {
  expect(readableAddress(url)).toBe(url)
})

it.each([
  ['/%ff', '/%25ff'],
  ['/100%', '/100%25'],
  ['/%E0%A4%A?ref=A%20B', '/%25E0%25A4%25A?ref=A%20B'],
  ['/apis/%ff', '/apis/%25ff'],
])('writes the signs of %s out', (url, readable) => {
  expect(readableAddress(url)).toBe(readable)
})

describe('an address that cannot be read', () => {
  let shop: TestApp
  beforeAll(async () => {
    shop = await createTestApp({
      async registerSite(app) {
        app.get('/*', (_request, reply) => reply.code(404).type('text/html').send('<h1>404</h1>'))
      },
    })
  })
  afterAll(() => shop.close())

  it('is looked for among the pages', async () => {
    const answer = await shop.send({ url: '/%ff' })
    expect([answer.statusCode, answer.body]).toEqual([404, '<h1>404</h1>'])
    expect(answer.headers['content-security-policy']).toBeDefined()
  })

  it.each(['/api/%ff', '/trpc/%ff'])('is refused in JSON for programs: %s', async (url) => {
    const answer = await shop.send({ url })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ code: 'BAD_INPUT' })
  })
})
