import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createS3MediaStore, StorageRefusal } from '#server/infra/media-s3-store.ts'
import type { MediaTarget } from '#server/infra/media-writer.ts'
import { fixedClock } from '#tests/support/clock.ts'

/** Storage that keeps what it is sent, and checks what S3 checks of a signed PUT: the length and the digest. */
const kept = new Map<string, Buffer>()
let status = 200
let last: IncomingMessage | undefined
let storage: Server
let folder: string
let store: MediaTarget

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shelf-'))
  storage = createServer(async (request, response) => {
    last = request
    const path = request.url ?? ''
    const body = await buffer(request)
    response.statusCode = status === 200 ? answer(request, path, body) : status
    response.end()
  })
  await new Promise<void>((done) => storage.listen(0, '127.0.0.1', done))
  const { port } = storage.address() as AddressInfo
  store = createS3MediaStore(
    {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'eu-west-2',
      bucket: 'films',
      accessKeyId: 'AKIDEXAMPLE',
      secretAccessKey: 'wJalrXUtnFEMI',
    },
    fixedClock('2026-11-21T10:00:00.000Z'),
    10 * 1024 ** 3,
  )
})
afterAll(async () => {
  storage.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => {
  kept.clear()
  status = 200
})

function answer(request: IncomingMessage, path: string, body: Buffer): number {
  if (request.method === 'HEAD') return kept.has(path) ? 200 : 404
  if (request.method === 'DELETE') return kept.delete(path) ? 204 : 404
  const { 'content-length': length, 'x-amz-content-sha256': digest } = request.headers
  if (Number(length) !== body.length) return 411
  if (createHash('sha256').update(body).digest('hex') !== digest) return 400
  kept.set(path, body)
  return 200
}

async function file(content: string, sha256 = createHash('sha256').update(content).digest('hex')) {
  const path = join(folder, 'film')
  await writeFile(path, content)
  return { path, details: { key: 'up-film.mp4', contentType: 'video/mp4', sha256, bytes: content.length } }
}

it('puts a file into the bucket in one signed request with its length, its type and its digest', async () => {
  const { path, details } = await file('a film')
  await store.put(path, details)
  expect(kept.get('/films/up-film.mp4')?.toString()).toBe('a film')
  expect(last?.headers).toMatchObject({ 'content-type': 'video/mp4', 'x-amz-date': '20261121T100000Z' })
  expect(last?.headers.authorization).toMatch(
    /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/20261121\/eu-west-2\/s3\/aws4_request, SignedHeaders=[^,]*x-amz-content-sha256/,
  )
})

it('says whether a file exists, and deletes it', async () => {
  const { path, details } = await file('a film')
  expect(await store.has(details.key)).toBe(false)
  await store.put(path, details)
  expect(await store.has(details.key)).toBe(true)
  await store.remove(details.key)
  await store.remove(details.key)
  expect(await store.has(details.key)).toBe(false)
})

it('reports a refusal of the storage, also before the video is sent', async () => {
  const { path, details } = await file('a film', '0'.repeat(64))
  await expect(store.put(path, details)).rejects.toThrow(StorageRefusal)
  status = 403
  const large = await file('x'.repeat(3_000_000))
  await expect(store.put(large.path, large.details)).rejects.toThrow('403')
  await expect(store.has(details.key)).rejects.toThrow(StorageRefusal)
  await expect(store.remove(details.key)).rejects.toThrow(StorageRefusal)
})

it('takes no more than one request may bring', () => {
  expect(store.largestBytes).toBe(5 * 1024 ** 3)
})
