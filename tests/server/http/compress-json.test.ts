import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const ask = (url: string, encoding: string, method: 'GET' | 'HEAD' = 'GET') =>
  app.send({ as: 'student', url, method, headers: { 'accept-encoding': encoding } })

describe.each(['/api/videos', '/trpc/catalog.list', '/trpc/catalog.page,catalog.list?batch=1&input=%7B%7D'])(
  '%s, above 1 kB',
  (url) => {
    it('is compressed as the client takes it', async () => {
      const plain = await ask(url, 'identity')
      expect(plain.headers['content-encoding']).toBeUndefined()
      expect(plain.headers.vary).toContain('accept-encoding')
      const [br, gzip] = await Promise.all([ask(url, 'gzip, br'), ask(url, 'gzip;q=0.5')])
      expect(br.headers['content-encoding']).toBe('br')
      expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body)
      expect(gzip.headers['content-encoding']).toBe('gzip')
      expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body)
      for (const { headers, rawPayload } of [plain, br, gzip])
        expect(headers['content-length']).toBe(String(rawPayload.length))
    })

    it('is compressed in the same way from kept bytes', async () => {
      app.shop.deps.catalogChanged.setHeard(true)
      const [plain, br] = await Promise.all([ask(url, ''), ask(url, 'br')])
      expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body)
      app.shop.deps.catalogChanged.setHeard(false)
    })
  },
)

it('small answers, refusals and heads are sent as they are', async () => {
  const dashboard = `/api/users/${app.people.student.id}/progress`
  const answers = await Promise.all([
    ask(dashboard, 'br'),
    ask('/api/nothing', 'br'),
    ask('/api/videos', 'br', 'HEAD'),
  ])
  expect(answers.map(({ headers }) => headers['content-encoding'])).toEqual([undefined, undefined, undefined])
})
