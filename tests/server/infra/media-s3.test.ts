import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createS3Store, signS3Url } from '#server/infra/media-s3.ts'
import type { MediaStore } from '#server/infra/media-store.ts'
import { fixedClock } from '#tests/support/clock.ts'
import { startStorage, type TestStorage } from '#tests/support/s3-server.ts'

const clock = fixedClock('2026-11-21T10:00:00.000Z')
const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251))
const strange = 'a film (1) & 50% of it’s +.mp4'

let folder: string
let storage: TestStorage
let store: MediaStore
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bucket-'))
  mkdirSync(join(folder, 'deep'))
  writeFileSync(join(folder, 'air-law.mp4'), bytes)
  writeFileSync(join(folder, strange), bytes)
  writeFileSync(join(folder, 'deep/one.vtt'), 'WEBVTT')
  storage = await startStorage(folder, clock.now)
  store = createS3Store(storage.settings, clock)
})
afterAll(async () => {
  await storage.close()
  rmSync(folder, { recursive: true, force: true })
})

const video = (key = 'air-law.mp4') => ({ key, contentType: 'video/mp4' })
async function redirect(key?: string, method: 'GET' | 'HEAD' = 'GET'): Promise<URL> {
  const elsewhere = await store.handOver(video(key), { method, cacheControl: 'private, no-store' })
  if (elsewhere?.by !== 'redirect') throw new Error('No redirect')
  return new URL(elsewhere.url)
}

describe('a signature', () => {
  it('is the one AWS publishes for its example request', async () => {
    // "Authenticating Requests: Using Query Parameters (AWS Signature Version 4)", Amazon S3 API reference.
    const signed = await signS3Url(new URL('https://examplebucket.s3.amazonaws.com/test.txt'), {
      region: 'us-east-1',
      accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
      secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
      method: 'GET',
      seconds: 86_400,
      now: new Date('2013-05-24T00:00:00.000Z'),
    })
    expect(Object.fromEntries(signed.searchParams)).toEqual({
      'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
      'X-Amz-Credential': 'AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request',
      'X-Amz-Date': '20130524T000000Z',
      'X-Amz-Expires': '86400',
      'X-Amz-SignedHeaders': 'host',
      'X-Amz-Signature': 'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
    })
  })

  it('holds for five minutes and not a second longer', async () => {
    const url = await redirect()
    expect(url.searchParams.get('X-Amz-Expires')).toBe('300')
    clock.advance(299_000)
    expect((await fetch(url)).status).toBe(200)
    clock.advance(1_000)
    expect((await fetch(url)).status).toBe(403)
  })

  it.each([
    ['another file', (url: URL) => url.pathname.replace('air-law', 'deep%2Fone')],
    ['a longer time', (url: URL) => `${url.pathname}${url.search.replace('=300', '=900')}`],
    ['another type', (url: URL) => `${url.pathname}${url.search.replace('video', 'text')}`],
  ])('does not open %s', async (_what, change) => {
    const url = await redirect()
    const changed = change(url)
    const target = new URL(changed.includes('?') ? changed : changed + url.search, url)
    expect((await fetch(target)).status).toBe(403)
  })

  it('of a GET opens no HEAD, and one of a HEAD does', async () => {
    expect((await fetch(await redirect(), { method: 'HEAD' })).status).toBe(403)
    expect((await fetch(await redirect(undefined, 'HEAD'), { method: 'HEAD' })).status).toBe(200)
  })

  it('is right for a name of every sign', async () => {
    const answer = await fetch(await redirect(strange))
    expect(answer.status).toBe(200)
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
  })
})

describe('a video', () => {
  it('comes from the storage as what we say it is, in ranges', async () => {
    const answer = await fetch(await redirect(), { headers: { range: 'bytes=1000-1999' } })
    expect(answer.status).toBe(206)
    expect(answer.headers.get('content-type')).toBe('video/mp4')
    expect(answer.headers.get('cache-control')).toBe('private,no-store')
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes.subarray(1_000, 2_000))).toBe(true)
  })

  it('alone is redirected: captions and stills go through this server', async () => {
    const asked = { method: 'GET', cacheControl: '' } as const
    expect(await store.handOver({ key: 'deep/one.vtt', contentType: 'text/vtt' }, asked)).toBeNull()
    expect(await store.handOver({ key: 'one.jpg', contentType: 'image/jpeg' }, asked)).toBeNull()
  })

  it.each(['../secret.mp4', 'deep/../../secret.mp4', '', '/air-law.mp4', './air-law.mp4'])(
    'cannot be named outside of the bucket: %j',
    async (key) => {
      expect(await store.stat(key)).toBeNull()
      expect(await store.handOver(video(key), { method: 'GET', cacheControl: '' })).toBeNull()
      await expect(buffer(store.read(key, 0, 1))).rejects.toThrow('No such file')
    },
  )
})

describe('what goes through us', () => {
  it('is found with its size, and read from byte to byte', async () => {
    expect(await store.stat('air-law.mp4')).toMatchObject({ bytes: 300_000 })
    expect(await store.stat('no-such.mp4')).toBeNull()
    expect((await buffer(store.read('air-law.mp4', 5, 9))).equals(bytes.subarray(5, 10))).toBe(true)
    expect((await buffer(store.read('deep/one.vtt', 0, 5))).toString()).toBe('WEBVTT')
  })

  it('is an error where the storage refuses our key, and where it cannot be reached', async () => {
    const wrong = createS3Store({ ...storage.settings, secretAccessKey: 'another' }, clock)
    await expect(wrong.stat('air-law.mp4')).rejects.toThrow('The media storage answered 403 for air-law.mp4')
    await expect(buffer(wrong.read('air-law.mp4', 0, 1))).rejects.toThrow('403')
    const offline = createS3Store({ ...storage.settings, endpoint: 'http://127.0.0.1:1' }, clock)
    await expect(offline.stat('air-law.mp4')).rejects.toThrow('fetch failed')
  })
})
