import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectRefusal } from '#tests/server/rest/refusal.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

const JSON_TYPE = { 'content-type': 'application/json' }
const SEND = '/trpc/admin.campaigns.send'

let shop: TestApp
let port: number
beforeAll(async () => {
  shop = await createTestApp()
  port = Number(new URL(await shop.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => shop.close())

/** Sends the head of a request and the first bytes of a body that never ends; all that comes back until the end. */
async function answerTo(path: string, headers: Record<string, string>, firstBytes = ''): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`POST ${path} HTTP/1.1\r\nhost: localhost\r\n${lines.join('')}\r\n${firstBytes}`)
  let answer = ''
  socket.setEncoding('utf8').on('data', (text) => {
    answer += text
  })
  await once(socket, 'close')
  return answer
}

describe('a body that is no JSON', () => {
  it.each([
    ['multipart/form-data; boundary=x'],
    ['Multipart/Form-Data; boundary=x'],
    ['application/x-www-form-urlencoded'],
    ['application/octet-stream'],
    ['text/plain'],
    ['application/json-patch+json'],
    ['application/jsonl'],
    ['*/*'],
    ['no type at all'],
  ])('%s: refused before it has come, and the connection ends', async (type) => {
    const answer = await answerTo(
      '/trpc/auth.verifyResetToken',
      { 'content-type': type, 'transfer-encoding': 'chunked' },
      '5\r\n--x\r\n\r\n',
    )
    expect(answer).toMatch(/^HTTP\/1\.1 415 /)
    expect(answer).toContain('Please send this as JSON.')
  })

  it('without a type is refused too', async () => {
    const answer = await answerTo('/trpc/auth.me', { 'transfer-encoding': 'chunked' }, '1\r\nx\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 415 /)
  })

  it('JSON may name its letters', async () => {
    const answer = await shop.send({
      method: 'POST',
      url: '/trpc/auth.verifyResetToken',
      body: { json: { token: 'made-up' } },
      headers: { 'content-type': 'application/json; charset=utf-8' },
    })
    expect(answer.json().result.data.json).toMatchObject({ valid: false })
  })
})

describe('a body larger than others', () => {
  const large = JSON.stringify({ json: { htmlContent: 'x'.repeat(300_000) } })
  const length = { ...JSON_TYPE, 'content-length': '300000' }
  const chunked = { ...JSON_TYPE, 'transfer-encoding': 'chunked' }

  it.each([
    ['nobody', {}],
    ['a student', () => shop.headersOf('student')],
    ['a referer', () => shop.headersOf('referer')],
    ['an admin whose session has ended', () => shop.headersOf('expiredAdmin')],
  ])('from %s is refused before it has come', async (_who, headers) => {
    const known = typeof headers === 'function' ? headers() : headers
    for (const path of [SEND, `${SEND}?batch=1`, '/api/admin/bulk-email']) {
      expect(await answerTo(path, { ...length, ...known }), path).toMatch(/^HTTP\/1\.1 401 /)
      expect(await answerTo(path, { ...chunked, ...known }, '1\r\n{\r\n'), path).toMatch(/^HTTP\/1\.1 401 /)
    }
  })

  it('from an admin is read, in a call of its own', async () => {
    const headers = JSON_TYPE
    const alone = await shop.send({ as: 'admin', method: 'POST', url: SEND, body: large, headers })
    expectRefusal(alone, 'a mailing without recipients')
    expect(alone.statusCode).toBe(400)
    const rest = await shop.send({
      as: 'admin',
      method: 'POST',
      url: '/api/admin/bulk-email',
      body: large,
      headers,
    })
    expect(rest.statusCode).toBe(400)
  })

  it('is read where it is a bank statement', async () => {
    const rows = Array.from({ length: 12_000 }, (_, row) => `21/11/2026,"Coffee, number ${row}",-2.40`)
    const content = ['Date,Description,Amount', ...rows].join('\n')
    const answer = await shop.send({
      as: 'admin',
      method: 'POST',
      url: '/trpc/admin.readStatement',
      body: JSON.stringify({ json: { content } }),
      headers: JSON_TYPE,
    })
    expect(answer.json()).toMatchObject({ result: { data: { json: { lines: 12_000 } } } })
  })

  it.each([
    '/trpc/admin.campaigns.send,auth.me?batch=1',
    '/trpc/auth.verifyResetToken,admin.campaigns.send?batch=1',
    '/trpc/admin.campaigns.send,admin.campaigns.send?batch=1',
    '/trpc/admin.campaigns.send%2Cauth.me?batch=1',
    '/trpc/xadmin.campaigns.send',
    '/trpc/admin.campaigns.sendTestx',
    '/trpc/auth.login',
  ])('is refused at %s, even from an admin', async (url) => {
    const answer = await shop.send({ as: 'admin', method: 'POST', url, body: large, headers: JSON_TYPE })
    expect(answer.statusCode).toBe(413)
    expectRefusal(answer, url)
  })

  it('is refused in the form in which callers read errors', async () => {
    const answer = await shop.send({ method: 'POST', url: SEND, body: large, headers: JSON_TYPE })
    expect(answer.json().error.json).toEqual({
      message: 'Please sign in to continue.',
      code: -32_600,
      data: { code: 'NOT_SIGNED_IN', httpStatus: 401 },
    })
  })
})

it('reads the stack of no refusal: with source maps the first of a file takes a tenth of a second', async () => {
  const usual = Error.prepareStackTrace
  const read: string[] = []
  Error.prepareStackTrace = (error, frames) => {
    read.push(`${error.name} ${error.message}`)
    return usual?.(error, frames) ?? String(error)
  }
  try {
    const refused = await shop.call({ path: 'auth.me', type: 'query' })
    const misread = await shop.call({ path: 'auth.login', type: 'mutation', input: { email: 7 } })
    expect([refused.statusCode, misread.statusCode]).toEqual([401, 400])
  } finally {
    Error.prepareStackTrace = usual
  }
  expect(read).toEqual([])
})
