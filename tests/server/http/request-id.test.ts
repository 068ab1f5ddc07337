import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { requestContext } from '#server/http/request-context.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

const GIVEN = 'edge-7f3a.91:2'

let shop: TestApp
let logged: string[]
beforeAll(async () => {
  shop = await createTestApp({
    async registerSite(app) {
      app.get('/dev/broken', async () => {
        throw new Error('broken')
      })
      app.get('/dev/away', async () => {
        throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
      })
      app.get('/dev/plugin', async (request) => {
        request.log.warn('said by a plugin')
        request.log.error({ req: request, err: new Error('no such row') }, 'and again')
        return {}
      })
      app.get('/dev/use-case', async (request, reply) => {
        requestContext(shop.shop.deps, request, reply).deps.log.warn('said by a use case')
        return {}
      })
    },
  })
  logged = shop.shop.deps.logged
})
afterAll(() => shop.close())
beforeEach(() => {
  logged.length = 0
})

type Line = { msg: string; requestId?: string }
const lines = () => logged.map((line) => JSON.parse(line) as Line)

describe('the name of a request', () => {
  it('is the one it came with, on the answer and in its line of the log', async () => {
    const answer = await shop.send({ url: '/healthz', headers: { 'x-request-id': GIVEN } })
    expect(answer.headers['x-request-id']).toBe(GIVEN)
    expect(lines()).toMatchObject([{ msg: 'request', requestId: GIVEN }])
  })

  it.each([
    ['none', {}],
    ['a short one', { 'x-request-id': 'a1' }],
    ['a long one', { 'x-request-id': 'a'.repeat(65) }],
    ['one with other letters', { 'x-request-id': '<script>1</script>' }],
    ['two', { 'x-request-id': 'edge-0001, edge-0002' }],
  ])('is a new one where it came with %s', async (_which, headers: Record<string, string>) => {
    const answers = [
      await shop.send({ url: '/healthz', headers }),
      await shop.send({ url: '/healthz', headers }),
    ]
    const names = answers.map((answer) => answer.headers['x-request-id'])
    for (const name of names) expect(name).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/)
    expect(new Set(names).size).toBe(2)
  })

  it('stands in every line that its request causes', async () => {
    for (const url of ['/dev/plugin', '/dev/use-case', '/dev/broken', '/dev/away'])
      await shop.send({ url, headers: { 'x-request-id': GIVEN } })
    expect(lines().map(({ msg }) => msg)).toEqual(
      expect.arrayContaining(['said by a plugin', 'said by a use case', 'request failed', 'a part is away']),
    )
    expect(lines().filter(({ requestId }) => requestId !== GIVEN)).toEqual([])
  })
})

it('what the framework and its plugins say reaches the log, without a query', async () => {
  await shop.send({ url: '/dev/plugin?token=hush', headers: { cookie: 'a=hush' } })
  const said = logged.filter((line) => line.includes('and again'))
  expect(said).toHaveLength(1)
  expect(said[0]).toContain('no such row')
  expect(said[0]).toContain('"path":"/dev/plugin"')
  expect(logged.join()).not.toContain('hush')
})

describe('an error of ours', () => {
  const page = { accept: 'text/html,application/xhtml+xml;q=0.9', 'x-request-id': GIVEN }

  it.each([
    ['/dev/broken', 500, 'Something went wrong on our side.'],
    ['/dev/away', 503, 'This part of the shop is away for a moment.'],
  ])('is a page with the name of the request where a person went there: %s', async (url, status, title) => {
    const answer = await shop.send({ url, headers: page })
    expect(answer.statusCode).toBe(status)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.body).toContain(`<h1>${title}</h1>`)
    expect(answer.body).toContain(`Reference: ${GIVEN}`)
    expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none';style-src 'sha256-[^']+';/)
  })

  it('is JSON for programs', async () => {
    for (const [url, headers] of [
      ['/dev/broken', { accept: 'application/json' }],
      ['/dev/broken', { accept: '*/*' }],
    ] as const) {
      expect((await shop.send({ url, headers })).json()).toMatchObject({ code: 'FAULT' })
    }
  })

  it('carries the name over tRPC, and a refusal does not', async () => {
    await shop.shop.deps.db.$executeRaw`alter table "Video" rename to "VideoAside"`
    try {
      const answer = await shop.send({
        as: 'admin',
        url: '/trpc/admin.operations.goLive',
        headers: { 'x-request-id': GIVEN },
      })
      expect(answer.json().error.json.data).toMatchObject({ httpStatus: 500, requestId: GIVEN })
    } finally {
      await shop.shop.deps.db.$executeRaw`alter table "VideoAside" rename to "Video"`
    }
    const refused = await shop.send({ url: '/trpc/admin.operations.goLive' })
    expect(refused.json().error.json.data).not.toHaveProperty('requestId')
  })
})
