import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const videos = (tag?: string) =>
  app.send({ url: '/api/videos', headers: tag ? { 'if-none-match': tag } : {} })

it('kept or not, the videos are the same answer', async () => {
  const read = await videos()
  app.shop.deps.catalogChanged.setHeard(true)
  const kept = await videos()
  expect([read.headers.etag, typeof kept.headers.etag]).toEqual([undefined, 'string'])
  expect(kept.body).toBe(read.body)
  for (const name of ['content-type', 'cache-control']) expect(kept.headers[name]).toBe(read.headers[name])
})

it('a browser that has them gets 304, until one changes', async () => {
  const { db, catalogChanged } = app.shop.deps
  const tag = String((await videos()).headers.etag)
  expect((await videos(tag)).statusCode).toBe(304)
  await db.video.update({ where: { id: 1 }, data: { pricePence: 3_499 } })
  await catalogChanged.raise()
  const changed = await videos(tag)
  expect(changed.statusCode).toBe(200)
  expect(changed.body).toContain('"34.99"')
})
