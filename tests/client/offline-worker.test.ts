import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { projectRoot } from '#server/infra/root.ts'

const folder = `${projectRoot}/src/client/public`
const script = readFileSync(`${folder}/service-worker.js`, 'utf8')
const SHOP = 'https://shop.example.com'
/** The store is named after what is in it. */
const digest = createHash('sha256')
for (const name of ['offline.html', 'offline.css', 'offline.js'])
  digest.update(readFileSync(`${folder}/${name}`))
const KEPT = `offline-${digest.digest('hex').slice(0, 8)}`

type Handler = (event: Record<string, unknown>) => void
type Asked = { url: string; mode?: string; method?: string }

/** What a browser gives a worker, with stores that remember; `fetch` answers as the test says. */
function startWorker(network: () => Promise<string>) {
  const handlers = new Map<string, Handler>()
  const stores = new Map<string, Map<string, string>>([['offline-0', new Map()]])
  const caches = {
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
    async open(name: string) {
      const store = stores.get(name) ?? new Map<string, string>()
      stores.set(name, store)
      return {
        async addAll(requests: { url: string }[]) {
          for (const { url } of requests) store.set(url, `kept ${url}`)
        },
      }
    },
    match: async (path: string, { cacheName }: { cacheName: string }) => stores.get(cacheName)?.get(path),
  }
  const self = {
    location: { origin: SHOP },
    addEventListener: (kind: string, handler: Handler) => handlers.set(kind, handler),
    skipWaiting: vi.fn(),
    clients: { claim: vi.fn() },
  }
  const Request = function (this: { url: string }, url: string) {
    this.url = url
  }
  runInNewContext(script, { self, caches, Request, URL, fetch: network, Promise })

  async function life(kind: 'install' | 'activate') {
    const waits: Promise<unknown>[] = []
    handlers.get(kind)?.({ waitUntil: (work: Promise<unknown>) => waits.push(work) })
    await Promise.all(waits)
  }
  function ask({ url, mode = 'cors', method = 'GET' }: Asked): Promise<string> | null {
    let answer: Promise<string> | null = null
    const request = { url: SHOP + url, mode, method }
    handlers.get('fetch')?.({ request, respondWith: (given: Promise<string>) => (answer = given) })
    return answer
  }
  return { self, stores, life, ask }
}

const away = () => Promise.reject(new TypeError('Failed to fetch'))
let worker: ReturnType<typeof startWorker>
beforeEach(async () => {
  worker = startWorker(away)
  await worker.life('install')
  await worker.life('activate')
})

describe('the worker of the pages', () => {
  test('keeps the page that says there is no connection, what that is made of, and nothing else', () => {
    expect([...worker.stores.keys()], 'a kept file has changed: write this digest into the worker').toEqual([
      KEPT,
    ])
    expect([...(worker.stores.get(KEPT)?.keys() ?? [])]).toEqual([
      '/offline.html',
      '/offline.css',
      '/offline.js',
    ])
  })

  test('takes over at once, so that a new one mends an old one', () => {
    expect(worker.self.skipWaiting).toHaveBeenCalledOnce()
    expect(worker.self.clients.claim).toHaveBeenCalledOnce()
  })

  test('answers a page that cannot be fetched with the one it keeps', async () => {
    expect(await worker.ask({ url: '/dashboard', mode: 'navigate' })).toBe('kept /offline.html')
    expect(await worker.ask({ url: '/offline.css' })).toBe('kept /offline.css')
  })

  test('hands on what the shop answers, whatever it is', async () => {
    worker = startWorker(async () => 'from the shop')
    await worker.life('install')
    expect(await worker.ask({ url: '/', mode: 'navigate' })).toBe('from the shop')
    expect([...worker.stores.values()].flatMap((store) => [...store.values()])).not.toContain('from the shop')
  })

  test.each([
    { url: '/trpc/catalog.list' },
    { url: '/api/videos' },
    { url: '/media/air-law.mp4' },
    { url: '/assets/index-abc.js' },
    { url: '/checkout', mode: 'navigate', method: 'POST' },
  ])('leaves $url to the browser', (asked) => {
    expect(worker.ask(asked)).toBeNull()
  })

  test('weighs little, with its page', () => {
    const files = ['service-worker.js', 'offline.html', 'offline.css', 'offline.js']
    const bytes = files.reduce((sum, name) => sum + statSync(`${folder}/${name}`).size, 0)
    expect(bytes).toBeLessThan(6_000)
  })
})

describe('the page that says there is no connection', () => {
  const page = new DOMParser().parseFromString(readFileSync(`${folder}/offline.html`, 'utf8'), 'text/html')

  test('has one heading, one way on, and is kept out of search engines', () => {
    expect(page.querySelectorAll('h1')).toHaveLength(1)
    expect(
      [...page.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')]),
    ).toEqual([['Try again', '']])
    expect(page.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex')
  })

  test('has nothing inline, and loads what the worker keeps', () => {
    expect(page.querySelector('style, [style], script:not([src])')).toBeNull()
    const loaded = [...page.querySelectorAll('script, link[rel=stylesheet]')].map(
      (element) => element.getAttribute('src') ?? element.getAttribute('href'),
    )
    for (const path of loaded) expect(script).toContain(`'${path}'`)
  })
})

describe('the manifest', () => {
  const manifest = JSON.parse(readFileSync(`${folder}/manifest.webmanifest`, 'utf8'))

  test('has what a browser asks for before it offers to install', () => {
    expect(manifest).toMatchObject({ id: '/', start_url: '/', scope: '/', display: 'standalone' })
    expect(manifest.short_name.length).toBeLessThanOrEqual(15)
  })

  test('names icons that are there, in the size that it says', () => {
    const icons: { src: string; sizes: string; purpose: string }[] = manifest.icons
    const drawn = icons.filter(({ src }) => src.endsWith('.png'))
    expect(drawn.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
      '192x192 any',
      '512x512 any',
      '512x512 maskable',
    ])
    for (const { src, sizes } of drawn) {
      const png = readFileSync(folder + src)
      expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`).toBe(sizes)
    }
  })
})
