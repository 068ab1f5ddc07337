import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MOST_GROUPS } from '#server/features/operations/browser-errors/browser-errors.ts'
import { LIMITS } from '#server/infra/rate-limits.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

const CHROME =
  'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'

let shop: TestApp
beforeAll(async () => {
  shop = await createTestApp()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.shop.deps.db.browserError.deleteMany()
  await shop.shop.deps.db.rateLimit.deleteMany()
})

const send = (body: unknown, type = 'text/plain;charset=UTF-8') =>
  shop.send({
    method: 'POST',
    url: '/api/browser-errors',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': type, 'user-agent': CHROME },
  })

const failed = (over: Partial<Record<'message' | 'stack' | 'page' | 'script', string>> = {}) => ({
  message: "Cannot read properties of undefined (reading 'title')",
  stack:
    "TypeError: Cannot read properties of undefined (reading 'title')\n    at Film (https://shop.example.com/assets/video-screen-Dx3fA9_z.js:1:2345)",
  page: '/videos/navigation',
  script: 'https://shop.example.com/assets/shop-Bq81kL0p.js',
  ...over,
})

const rows = () => shop.shop.deps.db.browserError.findMany({ omit: { id: true, fingerprint: true } })

describe('an error of a page', () => {
  it('is counted in one group, whichever line and build it was, and has no person in it', async () => {
    const first = shop.shop.deps.clock.now()
    expect((await send(failed())).statusCode).toBe(204)
    shop.shop.deps.clock.advance(60_000)
    await send(
      failed({
        stack:
          'TypeError\n    at Film (https://shop.example.com/assets/video-screen-Zz00Yy11.js:2:9?token=hush)',
        page: '/dashboard/0193b7c2-student?email=sam@example.com#x',
      }),
    )
    expect(await rows()).toEqual([
      {
        kind: 'script',
        message: "Cannot read properties of undefined (reading 'title')",
        place: 'Film (/assets/video-screen-Zz00Yy11.js:2:9)',
        page: '/dashboard/:id',
        browser: 'Chrome on Linux',
        release: 'Bq81kL0p',
        count: 2,
        firstSeenAt: first,
        lastSeenAt: shop.shop.deps.clock.now(),
      },
    ])
  })

  it.each([
    ['an address', 'No student sam.smith@example.com here'],
    ['a query', 'Failed at https://shop.example.com/verify?token=hush-hush-hush&email=sam.smith'],
    ['a token', 'Refused Bearer 9f8e7d6c5b4a39281706f5e4d3c2b1a0'],
    ['a phone number', 'Bad number 07700 900123'],
  ])('keeps no %s', async (_what, message) => {
    await send(failed({ message }))
    const text = JSON.stringify(await rows())
    expect(await rows()).toHaveLength(1)
    for (const hidden of ['sam.smith', 'hush', '9f8e7d6c', '900123']) expect(text).not.toContain(hidden)
  })

  it.each([
    ['an extension of the browser', failed({ stack: 'E\n    at chrome-extension://abc/content.js:1:2' })],
    ['another site’s script', failed({ message: 'Script error.', stack: '' })],
    ['a lost connection', failed({ message: 'Failed to fetch dynamically imported module: /assets/a.js' })],
    ['nothing', {}],
    ['no JSON', '{'],
    ['another form', { message: 5, stack: [] }],
  ])('is not one where it is %s', async (_what, body) => {
    expect((await send(body)).statusCode).toBe(204)
    expect(await rows()).toEqual([])
  })
})

describe('what the content security policy refused', () => {
  const said = [
    { kind: 'policy', message: 'script-src-elem: https://evil.example', page: '/checkout', count: 1 },
  ]
  const report = {
    'document-uri': 'https://shop.example.com/checkout?order=hush',
    'blocked-uri': 'https://evil.example/a.js?id=hush',
    'effective-directive': 'script-src-elem',
    'source-file': 'https://shop.example.com/assets/shop-Bq81kL0p.js',
  }
  const tell = (over: object = {}) => send({ 'csp-report': { ...report, ...over } }, 'application/csp-report')

  it('is read as browsers tell it, without queries', async () => {
    await tell()
    expect(await rows()).toMatchObject(said)
    expect(JSON.stringify(await rows())).not.toContain('hush')
  })

  it('is read as older browsers tell it', async () => {
    await tell({ 'effective-directive': undefined, 'violated-directive': "script-src-elem 'self'" })
    expect(await rows()).toMatchObject(said)
  })

  it('is left out where an extension tried it', async () => {
    await tell({ 'source-file': 'moz-extension://abc/inject.js' })
    expect(await rows()).toEqual([])
  })

  it('is asked for by every page', async () => {
    const { headers } = await shop.send({ url: '/healthz' })
    expect(headers['content-security-policy']).toMatch(/;report-uri \/api\/browser-errors$/)
  })
})

describe('somebody who makes errors up', () => {
  it('sends 16 KB at most', async () => {
    expect((await send(failed({ stack: 'x'.repeat(17_000) }))).statusCode).toBe(413)
  })

  it('is counted up to the limit of the address', async () => {
    for (let n = 0; n < LIMITS.browserErrors.points + 5; n++)
      expect((await send(failed())).statusCode).toBe(204)
    expect(await rows()).toMatchObject([{ count: LIMITS.browserErrors.points }])
  })

  it('fills no table: beyond the last group only known ones are counted', async () => {
    const { db, clock } = shop.shop.deps
    const now = clock.now()
    await db.browserError.createMany({
      data: Array.from({ length: MOST_GROUPS }, (_, n) => ({
        ...{ id: `e${n}`, fingerprint: `f${n}`, kind: 'script', message: 'made up', place: '', page: '/' },
        ...{ browser: '', release: '', firstSeenAt: now, lastSeenAt: now },
      })),
    })
    await send(failed())
    expect(await db.browserError.count()).toBe(MOST_GROUPS)
  })
})

describe('under Operations', () => {
  it('an admin sees the groups, and dismisses one until it comes again', async () => {
    await send(failed())
    const path = 'admin.operations.browserErrors'
    const list = async () => (await shop.call({ as: 'admin', path, type: 'query' })).json().result.data.json
    const { errors } = await list()
    expect(errors).toMatchObject([{ count: 1, page: '/videos/navigation', release: 'Bq81kL0p' }])
    const dismiss = () =>
      shop.call({
        as: 'admin',
        path: 'admin.operations.dismissBrowserError',
        type: 'mutation',
        input: { id: errors[0].id },
      })
    expect((await dismiss()).statusCode).toBe(200)
    expect((await dismiss()).statusCode).toBe(404)
    expect((await list()).errors).toEqual([])
    await send(failed())
    expect((await list()).errors).toMatchObject([{ count: 1 }])
  })
})
