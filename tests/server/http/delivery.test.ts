import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createS3Store } from '#server/infra/media-s3.ts'
import { createDiskStore } from '#server/infra/media-store.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { testConfig } from '#tests/support/deps.ts'
import { freePort } from '#tests/support/free-port.ts'
import { startNginx, type TestNginx } from '#tests/support/nginx.ts'
import { startStorage, type TestStorage } from '#tests/support/s3-server.ts'
import { ask } from './ranges.ts'
import { buy, type Opened, openVideo } from './watching.ts'

const videos = fileURLToPath(new URL('../../../samples/films', import.meta.url))
const fileOf = (name: string) => readFile(`${videos}/${name}`)

type Way = {
  shop: TestApp
  video: Opened
  /** Sends requests as a browser does: follows redirects, and sends no cookies to another host. */
  get(url: string, headers?: Record<string, string>): Promise<Awaited<ReturnType<typeof ask>>>
  close(): Promise<void>
}

async function fromDisk(): Promise<Way> {
  const shop = await createTestApp({ parts: { media: createDiskStore(videos) } })
  const origin = await shop.app.listen({ port: 0, host: '127.0.0.1' })
  await buy(shop, [1])
  return {
    shop,
    video: await openVideo(shop, 1),
    get: (url, headers = {}) => ask(origin + url, { method: 'GET', headers }),
    close: () => shop.close(),
  }
}

async function behindNginx(): Promise<Way> {
  const port = await freePort()
  const nginx: TestNginx = await startNginx(`
    location / { proxy_pass http://127.0.0.1:${port}; }
    location /protected-media/ { internal; alias "${videos}/"; }`)
  const shop = await createTestApp({ parts: { media: createDiskStore(videos, '/protected-media/') } })
  await shop.app.listen({ port, host: '127.0.0.1' })
  await buy(shop, [1])
  return {
    shop,
    video: await openVideo(shop, 1),
    get: (url, headers = {}) => ask(nginx.url + url, { method: 'GET', headers }),
    async close() {
      await nginx.close()
      await shop.close()
    },
  }
}

async function fromBucket(): Promise<Way & { storage: TestStorage }> {
  let storage: TestStorage | undefined
  const shop = await createTestApp({
    async partsOf({ clock }) {
      storage = await startStorage(videos, clock.now)
      return { media: createS3Store(storage.settings, clock) }
    },
  })
  const origin = await shop.app.listen({ port: 0, host: '127.0.0.1' })
  await buy(shop, [1])
  if (!storage) throw new Error('No storage')
  const bucket = storage
  return {
    shop,
    storage: bucket,
    video: await openVideo(shop, 1),
    async get(url, headers = {}) {
      const answer = await ask(origin + url, { method: 'GET', headers })
      if (answer.status !== 302) return answer
      const { cookie: _home, ...others } = headers
      return ask(answer.headers.location ?? '', { method: 'GET', headers: others })
    },
    async close() {
      await shop.close()
      await bucket.close()
    },
  }
}

describe.each([
  ['the shop itself', fromDisk],
  ['nginx in front of the shop', behindNginx],
  ['a bucket', fromBucket],
])('by %s', (_name, start) => {
  let way: Way
  beforeAll(async () => {
    way = await start()
  })
  afterAll(() => way.close())

  it('a video is sent to those entitled to it, whole and in ranges', async () => {
    const { url, cookie } = way.video
    const file = await fileOf('air-law.mp4')
    const all = await way.get(url, { cookie })
    expect([all.status, all.headers['content-type']]).toEqual([200, 'video/mp4'])
    expect(all.headers['cache-control']).toMatch(/^private, ?no-store$/)
    expect(all.body.equals(file)).toBe(true)
    const some = await way.get(url, { cookie, range: 'bytes=500000-500999' })
    expect(some.status).toBe(206)
    expect(some.headers['content-range']).toBe(`bytes 500000-500999/${file.length}`)
    expect(some.body.equals(file.subarray(500_000, 501_000))).toBe(true)
    const small = await way.get(way.video.smallUrl, { cookie })
    expect(small.body.equals(await fileOf('air-law-360.mp4'))).toBe(true)
  })

  it('captions and chapters come from the shop itself, or look as if they did', async () => {
    for (const [url, name] of [
      [way.video.captionsUrl, 'air-law.vtt'],
      [way.video.chaptersUrl, 'air-law.chapters.vtt'],
    ] as const) {
      const answer = await way.get(url, { cookie: way.video.cookie })
      expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/vtt; charset=utf-8'])
      expect(answer.body.equals(await fileOf(name))).toBe(true)
    }
  })

  it('free previews and stills are public', async () => {
    for (const [url, name, type] of [
      ['/previews/air-law-snippet.mp4', 'air-law-snippet.mp4', 'video/mp4'],
      ['/previews/air-law-snippet.jpg', 'air-law-snippet.jpg', 'image/jpeg'],
      ['/previews/air-law.jpg', 'air-law.jpg', 'image/jpeg'],
    ] as const) {
      const answer = await way.get(url)
      expect([answer.status, answer.headers['content-type']]).toEqual([200, type])
      expect(answer.headers['cache-control']).toMatch(/^public, ?max-age=3600$/)
      expect(answer.body.equals(await fileOf(name))).toBe(true)
    }
  })

  it('nothing of a video comes without the cookie, for a made-up URL, or by the way it is sent', async () => {
    const { url, cookie } = way.video
    expect((await way.get(url)).status).toBe(403)
    expect((await way.get(url.replace(/s=.*/, 's=forged'), { cookie })).status).toBe(404)
    expect((await way.get('/protected-media/air-law.mp4', { cookie })).status).toBe(404)
  })

  it('access is looked at on each request: revoked, it is over', async () => {
    const { url, cookie } = way.video
    const { db, clock } = way.shop.shop.deps
    expect((await way.get(url, { cookie, range: 'bytes=0-9' })).status).toBe(206)
    await db.entitlement.updateMany({ data: { revokedAt: clock.now(), revokedReason: 'refund' } })
    clock.advance(60_000)
    expect((await way.get(url, { cookie, range: 'bytes=0-9' })).status).toBe(403)
    await db.entitlement.updateMany({ data: { revokedAt: null, revokedReason: null } })
  })
})

describe('behind nginx', () => {
  let way: Way
  beforeAll(async () => {
    way = await behindNginx()
  })
  afterAll(() => way.close())

  it('a video whose file is missing is answered with our message', async () => {
    const { db } = way.shop.shop.deps
    await db.mediaFile.updateMany({ where: { videoId: 1, kind: 'film' }, data: { key: '../package.json' } })
    const { url, cookie } = await openVideo(way.shop, 1)
    const answer = await way.get(url, { cookie })
    expect(answer.status).toBe(404)
    expect(answer.body.toString()).toContain('Please contact support if this issue persists')
  })
})

describe('from a bucket', () => {
  let way: Awaited<ReturnType<typeof fromBucket>>
  beforeAll(async () => {
    way = await fromBucket()
  })
  afterAll(() => way.close())

  it('a redirect is signed again each time, for five minutes, and never cached', async () => {
    const { url, cookie } = way.video
    const first = await way.shop.send({ url, headers: { cookie } })
    way.shop.shop.deps.clock.advance(61_000)
    const second = await way.shop.send({ url, headers: { cookie } })
    for (const { statusCode, headers } of [first, second]) {
      expect([statusCode, headers['cache-control']]).toEqual([302, 'private, no-store'])
      expect(new URL(String(headers.location)).searchParams.get('X-Amz-Expires')).toBe('300')
    }
    expect(first.headers.location).not.toBe(second.headers.location)
  })

  it('a script is sent nowhere, since it may not follow: its bytes come through us', async () => {
    const { url, cookie } = way.video
    const headers = { cookie, range: 'bytes=1000-1099', 'sec-fetch-dest': 'empty' }
    const answer = await way.shop.send({ url, headers })
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([206, 'private, no-store'])
    expect(answer.rawPayload.equals((await fileOf('air-law.mp4')).subarray(1_000, 1_100))).toBe(true)
  })

  it('HEAD is sent on with a signature of its own', async () => {
    const { url, cookie } = way.video
    const { headers } = await way.shop.send({ method: 'HEAD', url, headers: { cookie } })
    const answer = await ask(String(headers.location), { method: 'HEAD' })
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'video/mp4'])
  })

  it('pages may play videos from there, and load nothing else', async () => {
    const { settings } = way.storage
    const env = {
      MEDIA_S3_ENDPOINT: settings.endpoint,
      MEDIA_S3_REGION: settings.region,
      MEDIA_S3_BUCKET: settings.bucket,
      MEDIA_S3_ACCESS_KEY_ID: settings.accessKeyId,
      MEDIA_S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
    }
    const shop = await createTestApp({ parts: { config: testConfig(env) } })
    const { headers } = await shop.send({ url: '/healthz' })
    await shop.close()
    const policy = String(headers['content-security-policy']).split(';')
    expect(policy.filter((part) => part.includes(settings.endpoint))).toEqual([
      `media-src 'self' blob: ${settings.endpoint}`,
    ])
  })

  it('that is unavailable, captions say so and when to retry', async () => {
    await way.storage.close()
    const answer = await way.shop.send({ url: way.video.captionsUrl, headers: { cookie: way.video.cookie } })
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5'])
  })
})
