import { createTRPCClient, httpBatchLink } from '@trpc/client'
import superjson from 'superjson'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AppRouter } from '#server/router.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  app.shop.deps.catalogChanged.setHeard(true)
})
afterAll(() => app.close())

/** Only kept bytes have a tag. */
const isKept = (headers: object) => 'etag' in headers

const PATHS = ['catalog.list', 'catalog.page']
const FORMS = ['', '?batch=1&input=%7B%7D']

it.each(PATHS.flatMap((path) => FORMS.map((form) => `/trpc/${path}${form}`)))(
  '%s is answered with the bytes that tRPC would send',
  async (url) => {
    const kept = await app.send({ url })
    const asked = await app.send({ url: `${url}${url.includes('?') ? '&' : '?'}x=1` })
    expect([isKept(kept.headers), isKept(asked.headers)]).toEqual([true, false])
    expect(kept.body).toBe(asked.body)
    expect(kept.statusCode).toBe(asked.statusCode)
    for (const name of ['content-type', 'cache-control']) expect(kept.headers[name]).toBe(asked.headers[name])
  },
)

it.each(PATHS)('%s is kept for what our own client sends', async (path) => {
  const urls: string[] = []
  const client = createTRPCClient<AppRouter>({
    links: [
      httpBatchLink({
        url: 'http://localhost/trpc',
        transformer: superjson,
        fetch: async (url) => {
          const { pathname, search } = new URL(String(url))
          urls.push(pathname + search)
          return new Response((await app.send({ url: pathname + search })).body)
        },
      }),
    ],
  })
  const answer = path === 'catalog.list' ? client.catalog.list.query() : client.catalog.page.query()
  expect(JSON.stringify(await answer)).toContain('Air Law')
  const [url = ''] = urls
  expect(isKept((await app.send({ url })).headers)).toBe(true)
})

it('other forms, methods and batches go to tRPC', async () => {
  const url = '/trpc/catalog.list'
  const answers = await Promise.all([
    app.send({ url, headers: { 'trpc-accept': 'application/jsonl' } }),
    app.send({ url, headers: { 'content-type': 'text/plain' } }),
    app.send({ url, method: 'HEAD' }),
    app.send({ url: '/trpc/catalog.list,catalog.page?batch=1&input=%7B%7D' }),
  ])
  expect(answers.map(({ headers }) => isKept(headers))).toEqual([false, false, false, false])
})

it('a change is answered at once, and while none can be heard nothing is kept', async () => {
  const { db, catalogChanged } = app.shop.deps
  const ask = async () => (await app.send({ url: '/trpc/catalog.list' })).body
  await ask()
  await db.video.update({ where: { id: 1 }, data: { title: 'Air Law, second edition' } })
  await catalogChanged.raise()
  expect(await ask()).toContain('second edition')
  catalogChanged.setHeard(false)
  await db.video.update({ where: { id: 1 }, data: { title: 'Air Law, third edition' } })
  expect(await ask()).toContain('third edition')
  catalogChanged.setHeard(true)
})
