import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeReady, sendReady } from '#server/pages/ready-file.ts'

const words = 'seven films '.repeat(100)
let app: FastifyInstance

beforeAll(async () => {
  const page = await makeReady(Buffer.from(words), {
    contentType: 'text/html; charset=utf-8',
    cacheControl: 'no-cache',
  })
  const font = await makeReady(Buffer.from(words), { contentType: 'font/woff2', cacheControl: 'public' })
  app = fastify()
  app.get('/page', (request, reply) => sendReady(request, reply, page))
  app.get('/font', (request, reply) => sendReady(request, reply, font))
})

afterAll(() => app.close())

function get(url: string, headers: Record<string, string> = {}) {
  return app.inject({ url, headers })
}

describe('the form that is sent', () => {
  test.each([
    ['', undefined],
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['GZIP;q=0.5, br;q=0', 'gzip'],
    ['br;q=0.0, identity', undefined],
    ['deflate', undefined],
  ])('for accept-encoding "%s" is %s', async (accepted, sent) => {
    const answer = await get('/page', { 'accept-encoding': accepted })
    expect(answer.headers['content-encoding']).toBe(sent)
    expect(answer.headers.vary).toBe('accept-encoding')
    const { rawPayload } = answer
    const text = sent === 'br' ? brotliDecompressSync(rawPayload) : sent ? gunzipSync(rawPayload) : rawPayload
    expect(text.toString()).toBe(words)
  })

  test('of what is compressed by nature is the file itself', async () => {
    const answer = await get('/font', { 'accept-encoding': 'br, gzip' })
    expect(answer.headers['content-encoding']).toBeUndefined()
    expect(answer.body).toBe(words)
  })
})

describe('a client that has it already', () => {
  test('gets 304, for the encoding it has', async () => {
    const first = await get('/page', { 'accept-encoding': 'br' })
    const etag = String(first.headers.etag)
    const again = await get('/page', { 'accept-encoding': 'br', 'if-none-match': `"other", W/${etag}` })
    expect(again.statusCode).toBe(304)
    expect(again.body).toBe('')
    const otherForm = await get('/page', { 'accept-encoding': 'gzip', 'if-none-match': etag })
    expect(otherForm.statusCode).toBe(200)
  })

  test('with an older one is sent the new', async () => {
    expect((await get('/page', { 'if-none-match': '"old"' })).statusCode).toBe(200)
  })
})

test('HEAD has the headers alone', async () => {
  const answer = await app.inject({ method: 'HEAD', url: '/page' })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-length']).toBe(String(words.length))
  expect(answer.body).toBe('')
})
