import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rm, symlink, writeFile } from 'node:fs/promises'
import { request as openRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '#server/app.ts'
import { checkUpload } from '#server/features/catalog/uploads/check-upload.ts'
import { mediaErrors } from '#shared/messages/catalog.ts'
import { sample } from '#tests/server/features/catalog/arrivals.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

let shop: TestApp
let app: TestApp['app']
let url: string
beforeAll(async () => {
  shop = await createTestApp()
  await start()
})
afterAll(async () => {
  await app.close()
  await shop.close()
})

/** A server process on the same database and disk as the one before. */
async function start(): Promise<void> {
  app = await buildApp(shop.shop.deps)
  await app.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

const VIDEO = sample('navigation.mp4')
const encode = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',')
const FIELDS = { slot: 'film', videoId: '1', filename: 'navigation.mp4' }

type Sending = { headers?: Record<string, string>; body?: Buffer }

function send(method: string, path: string, { headers = {}, body }: Sending = {}): Promise<Response> {
  return fetch(new URL(path, url), {
    method,
    headers: { 'tus-resumable': '1.0.0', ...shop.headersOf('admin'), ...headers },
    ...(body ? { body: Uint8Array.from(body) } : {}),
  })
}

async function begin(bytes = VIDEO.length, fields: Record<string, string> = FIELDS): Promise<Response> {
  return send('POST', '/api/admin/uploads', {
    headers: { 'upload-length': String(bytes), 'upload-metadata': encode(fields) },
  })
}

const patch = (location: string, offset: number, body: Buffer) =>
  send('PATCH', location, {
    headers: { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    body,
  })

const offsetOf = async (location: string) =>
  Number((await send('HEAD', location)).headers.get('upload-offset'))

/** Sends a piece whose connection breaks after `bytes` of it. */
async function sendAndBreak(location: string, piece: Buffer, bytes: number): Promise<void> {
  const request = openRequest(new URL(location, url), {
    method: 'PATCH',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'content-length': String(piece.length),
      ...shop.headersOf('admin'),
    },
  })
  request.on('error', () => undefined)
  request.write(piece.subarray(0, bytes))
  await expect.poll(() => receivedOf(location)).toBe(bytes)
  request.destroy()
}

const idOf = (location: string) => location.split('/').at(-1) ?? ''
const receivedOf = (location: string) => shop.shop.deps.mediaWriter.received(idOf(location))

describe('a video', () => {
  it.skipIf(!existsSync('/dev/full'))(
    'says that the disk is full, and takes the file once there is room',
    async () => {
      const location = (await begin()).headers.get('location') ?? ''
      const path = join(shop.shop.deps.mediaWriter.folder, idOf(location))
      await rm(path)
      await symlink('/dev/full', path)
      const refused = await patch(location, 0, VIDEO)
      expect({ status: refused.status, body: await refused.json() }).toMatchObject({
        status: 507,
        body: { code: 'DISK_FULL', message: 'There is not enough room on the server.' },
      })
      await rm(path)
      await writeFile(path, '')
      expect((await patch(location, await offsetOf(location), VIDEO)).status).toBe(204)
      await expect(checkUpload(shop.shop.deps, { id: idOf(location) })).resolves.toMatchObject({
        status: 'ready',
      })
    },
  )

  it('arrives whole although the connection breaks in the middle and the server is started again', async () => {
    const begun = await begin()
    expect(begun.status).toBe(201)
    const location = begun.headers.get('location') ?? ''
    expect(location).toMatch(/^\/api\/admin\/uploads\/[0-9a-f]{32}$/)
    await sendAndBreak(location, VIDEO, 1_000_000)

    await app.close()
    await start()
    const offset = await offsetOf(location)
    expect(offset).toBe(1_000_000)
    const rest = await patch(location, offset, VIDEO.subarray(offset))
    expect(rest.status).toBe(204)
    expect(rest.headers.get('cache-control')).toBe('no-store')

    const upload = await checkUpload(shop.shop.deps, { id: idOf(location) })
    expect(upload).toMatchObject({
      status: 'ready',
      sha256: createHash('sha256').update(VIDEO).digest('hex'),
    })

    // It can be looked at before it is published, and in ranges, as a player requests them.
    const part = await send('GET', location, { headers: { range: 'bytes=4-7' } })
    expect(part.status).toBe(206)
    expect(await part.text()).toBe('ftyp')
    expect(part.headers.get('cache-control')).toBe('private, no-store')
    expect(part.headers.get('content-type')).toBe('video/mp4')
  })

  it('goes on from where it is, and from nowhere else', async () => {
    const location = (await begin()).headers.get('location') ?? ''
    expect((await patch(location, 0, VIDEO.subarray(0, 1_000))).status).toBe(204)
    expect((await patch(location, 500, VIDEO.subarray(500))).status).toBe(409)
    expect(await offsetOf(location)).toBe(1_000)
  })

  it('brings no more bytes than it said', async () => {
    const location = (await begin(1_000)).headers.get('location') ?? ''
    expect((await patch(location, 0, VIDEO.subarray(0, 2_000))).status).toBe(413)
    expect(await receivedOf(location)).toBeLessThanOrEqual(1_000)
  })
})

describe('what is no upload of ours is refused in words', () => {
  it.each<[string, number, Record<string, string>, number, string | null]>([
    ['a film of ten gigabytes', 10 * 1024 ** 3, FIELDS, 413, mediaErrors.tooManyBytes('8.59 GB')],
    ['captions of a gigabyte', 1e9, { ...FIELDS, slot: 'captions' }, 413, mediaErrors.tooManyBytes('2.1 MB')],
    ['nothing at all', 0, FIELDS, 400, mediaErrors.empty],
    ['a place the catalogue does not have', 10, { ...FIELDS, slot: 'poem' }, 400, null],
    ['a film the shop does not have', 10, { ...FIELDS, videoId: '77' }, 404, 'We could not find that film.'],
    ['a file without a name', 10, { slot: 'film', videoId: '1' }, 400, null],
    ['an odd number of a film', 10, { ...FIELDS, videoId: '1 or 2' }, 400, null],
  ])('%s', async (_what, bytes, fields, status, words) => {
    const answer = await begin(bytes, fields)
    expect(answer.status).toBe(status)
    const body: unknown = await answer.json()
    expect(body).toMatchObject({ message: words ?? 'Please check the form and try again.' })
  })

  it('a missing length', async () => {
    const headers = { 'upload-defer-length': '1', 'upload-metadata': encode(FIELDS) }
    expect((await send('POST', '/api/admin/uploads', { headers })).status).toBe(400)
  })

  it('an upload that does not exist, and names that are paths', async () => {
    for (const name of ['f'.repeat(32), '..%2F..%2Fetc%2Fpasswd', 'air-law.mp4']) {
      expect((await send('HEAD', `/api/admin/uploads/${name}`)).status).toBe(404)
      expect((await patch(`/api/admin/uploads/${name}`, 0, VIDEO.subarray(0, 10))).status).toBe(404)
      expect((await send('GET', `/api/admin/uploads/${name}`)).status).toBe(404)
    }
  })

  it('a look at what is not checked yet', async () => {
    const location = (await begin()).headers.get('location') ?? ''
    expect((await send('GET', location)).status).toBe(409)
  })
})

describe('who may', () => {
  const strangers = ['anonymous', 'student', 'referer', 'expiredAdmin'] as const

  it.each(strangers)('%s is refused on every route', async (caller) => {
    const location = (await begin()).headers.get('location') ?? ''
    for (const [method, path] of [
      ['POST', '/api/admin/uploads'],
      ['HEAD', location],
      ['PATCH', location],
      ['GET', location],
    ] as const) {
      const answer = await fetch(new URL(path, url), {
        method,
        headers: { 'tus-resumable': '1.0.0', ...shop.headersOf(caller) },
      })
      expect(answer.status, `${method} ${path}`).toBe(401)
    }
    expect(await receivedOf(location)).toBe(0)
  })

  it('an admin’s cookie does not count for another site', async () => {
    const location = (await begin()).headers.get('location') ?? ''
    for (const headers of [{ origin: 'https://elsewhere.example' }, { 'sec-fetch-site': 'cross-site' }]) {
      const answer = await app.inject({
        method: 'PATCH',
        url: location,
        headers: { 'tus-resumable': '1.0.0', 'upload-offset': '0', ...shop.headersOf('admin'), ...headers },
        payload: '',
      })
      expect(answer.statusCode).toBe(401)
    }
  })

  it('CORS admits no other origin', async () => {
    const answer = await begin()
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  })
})

it('a body of another type goes nowhere', async () => {
  const location = (await begin()).headers.get('location') ?? ''
  const answer = await send('PATCH', location, {
    headers: { 'upload-offset': '0', 'content-type': 'application/json' },
    body: Buffer.from('{}'),
  })
  expect(answer.status).toBe(400)
  expect(await receivedOf(location)).toBe(0)
})
