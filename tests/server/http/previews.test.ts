import { afterAll, beforeAll, expect, it } from 'vitest'
import { registerMediaFiles } from '#server/features/catalog/register-media-files.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

const URL = '/previews/air-law.jpg'

let shop: TestApp
beforeAll(async () => {
  shop = await createTestApp()
  await registerMediaFiles(shop.shop.deps)
})
afterAll(() => shop.close())

it('a poster is public, whole or in part', async () => {
  const whole = await shop.send({ url: URL })
  expect([whole.statusCode, whole.headers['content-type']]).toEqual([200, 'image/jpeg'])
  expect(whole.headers['cache-control']).toBe('public, max-age=3600')
  const part = await shop.send({ url: URL, headers: { range: 'bytes=2-5' } })
  expect(part.statusCode).toBe(206)
  expect(part.rawPayload).toEqual(whole.rawPayload.subarray(2, 6))
})

it('a browser that has it already gets 304', async () => {
  const { headers } = await shop.send({ url: URL })
  const again = await shop.send({
    url: URL,
    headers: { 'if-modified-since': String(headers['last-modified']) },
  })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

it('HEAD has the headers alone, and what is not public is not found', async () => {
  const head = await shop.send({ method: 'HEAD', url: URL })
  expect([head.statusCode, head.body]).toEqual([200, ''])
  expect((await shop.send({ url: '/previews/gliding.jpg' })).statusCode).toBe(404)
  for (const url of ['/previews/air-law.mp4', '/previews/..%2Ffilms.json', '/previews/films.json'])
    expect((await shop.send({ url })).statusCode, url).toBe(404)
})
