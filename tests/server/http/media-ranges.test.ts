import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { buy, type Opened, openVideo } from './watching.ts'

let shop: TestApp
let video: Opened
let file: Buffer
let etag: string
let lastModified: string
beforeAll(async () => {
  shop = await createTestApp()
  await buy(shop, [1])
  video = await openVideo(shop, 1)
  file = await readFile(new URL('../../../samples/films/air-law.mp4', import.meta.url))
  const { headers } = await ask({}, 'HEAD')
  etag = String(headers.etag)
  lastModified = String(headers['last-modified'])
})
afterAll(() => shop.close())

function ask(headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET', url = video.url) {
  return shop.send({ method, url, headers: { cookie: video.cookie, ...headers } })
}

describe('without a range', () => {
  it('the whole video comes, and says that ranges are supported', async () => {
    const answer = await ask({})
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'accept-ranges': 'bytes',
      'content-length': String(file.length),
      'content-type': 'video/mp4',
      'cache-control': 'private, no-store',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    })
    expect(answer.rawPayload.equals(file)).toBe(true)
  })

  it('HEAD has the same headers and no body', async () => {
    const answer = await ask({}, 'HEAD')
    expect([answer.statusCode, answer.rawPayload.length]).toEqual([200, 0])
    expect(answer.headers['content-length']).toBe(String(file.length))
  })

  it('captions and chapters come as text', async () => {
    for (const url of [video.captionsUrl, video.chaptersUrl]) {
      const answer = await ask({}, 'GET', url)
      expect(answer.headers['content-type']).toBe('text/vtt; charset=utf-8')
      expect(answer.body).toMatch(/^WEBVTT/)
    }
  })
})

describe('one range', () => {
  const size = () => file.length
  const cases: [string, () => string, () => [number, number]][] = [
    ['from the start', () => 'bytes=0-99', () => [0, 99]],
    ['of a single byte', () => 'bytes=7-7', () => [7, 7]],
    ['in the middle', () => 'bytes=100000-299999', () => [100_000, 299_999]],
    ['with an open end', () => `bytes=${size() - 50}-`, () => [size() - 50, size() - 1]],
    ['of the last bytes', () => 'bytes=-500', () => [size() - 500, size() - 1]],
    ['of more last bytes than there are', () => 'bytes=-99999999999', () => [0, size() - 1]],
    ['that ends beyond the film', () => `bytes=${size() - 5}-99999999999`, () => [size() - 5, size() - 1]],
    ['written with blanks and capitals', () => 'Bytes= 0 - 9 ', () => [0, 9]],
    ['beside one outside the film', () => 'bytes=99999999999-,0-9', () => [0, 9]],
  ]

  it.each(cases)('%s', async (_what, range, bytes) => {
    const [start, end] = bytes()
    const answer = await ask({ range: range() })
    expect(answer.statusCode).toBe(206)
    expect(answer.headers['content-range']).toBe(`bytes ${start}-${end}/${size()}`)
    expect(answer.headers['content-length']).toBe(String(end - start + 1))
    expect(answer.rawPayload.equals(file.subarray(start, end + 1))).toBe(true)
  })

  it.each(['bytes=99999999999-', 'bytes=-0', 'bytes=99999999999-99999999999,-0'])(
    'that the video does not have: %s',
    async (range) => {
      const answer = await ask({ range })
      expect(answer.statusCode).toBe(416)
      expect(answer.headers['content-range']).toBe(`bytes */${size()}`)
      expect(answer.json().message).toBe('The film has no such bytes.')
    },
  )

  it.each([
    'bytes=5-2',
    'bytes=a-b',
    'bytes=',
    'bytes',
    'items=0-5',
    'bytes=0-5,x',
    'bytes=--5',
    'bytes=1-2-3',
  ])('that is none, and ignored: %s', async (range) => {
    const answer = await ask({ range })
    expect([answer.statusCode, answer.rawPayload.length]).toEqual([200, size()])
  })

  it('is ignored by HEAD', async () => {
    const answer = await ask({ range: 'bytes=0-9' }, 'HEAD')
    expect([answer.statusCode, answer.headers['content-length']]).toEqual([200, String(size())])
  })
})

describe('several ranges', () => {
  it('come as one answer of several parts', async () => {
    const answer = await ask({ range: 'bytes=0-9,100-119,-5' })
    expect(answer.statusCode).toBe(206)
    const type = String(answer.headers['content-type'])
    const boundary = /^multipart\/byteranges; boundary=(\S+)$/.exec(type)?.[1]
    const text = answer.rawPayload.toString('latin1')
    const parts = text.split(`\r\n--${boundary}`)
    expect(parts.at(-1)).toBe('--\r\n')
    const found = parts.slice(1, -1).map((part) => {
      const [head = '', ...body] = part.split('\r\n\r\n')
      return { range: /content-range: bytes (\S+)/.exec(head)?.[1], body: body.join('\r\n\r\n') }
    })
    const size = file.length
    expect(found).toEqual([
      { range: `0-9/${size}`, body: file.toString('latin1', 0, 10) },
      { range: `100-119/${size}`, body: file.toString('latin1', 100, 120) },
      { range: `${size - 5}-${size - 1}/${size}`, body: file.toString('latin1', size - 5) },
    ])
  })

  it('are ignored when there are more than a player ever requests', async () => {
    const range = `bytes=${Array.from({ length: 9 }, (_, index) => `${index}-${index}`).join(',')}`
    expect((await ask({ range })).statusCode).toBe(200)
  })
})

describe('conditions', () => {
  const range = 'bytes=0-9'
  const early = 'Sat, 01 Jan 2000 00:00:00 GMT'
  const cases: [string, () => Record<string, string>, number][] = [
    ['a range of the film one has', () => ({ range, 'if-range': etag }), 206],
    ['a range of the film as it was then', () => ({ range, 'if-range': lastModified }), 206],
    ['a range of another film', () => ({ range, 'if-range': '"another"' }), 200],
    ['a range of a weakly same film', () => ({ range, 'if-range': `W/${etag}` }), 200],
    ['a range of an older film', () => ({ range, 'if-range': early }), 200],
    ['unless it is the one I have', () => ({ 'if-none-match': etag }), 304],
    ['unless it is weakly the one I have', () => ({ 'if-none-match': `"x", W/${etag}` }), 304],
    ['unless there is one', () => ({ 'if-none-match': '*' }), 304],
    ['unless it is another', () => ({ 'if-none-match': '"another"' }), 200],
    ['if it changed since', () => ({ 'if-modified-since': lastModified }), 304],
    ['if it changed since long ago', () => ({ 'if-modified-since': early }), 200],
    ['if it changed since some nonsense', () => ({ 'if-modified-since': 'yesterday' }), 200],
    ['if it is the one I have', () => ({ range, 'if-match': etag }), 206],
    ['if there is one', () => ({ range, 'if-match': '*' }), 206],
    ['if it is another', () => ({ range, 'if-match': '"another"' }), 412],
    ['if it did not change since', () => ({ range, 'if-unmodified-since': lastModified }), 206],
    ['if it did not change since long ago', () => ({ range, 'if-unmodified-since': early }), 412],
    ['tags before dates', () => ({ 'if-none-match': '"another"', 'if-modified-since': lastModified }), 200],
  ]

  it.each(cases)('%s', async (_what, headers, status) => {
    const answer = await ask(headers())
    expect(answer.statusCode).toBe(status)
    if (status === 304 || status === 412) expect(answer.rawPayload.length).toBe(0)
  })

  it('have a tag to go by that is strong', () => {
    expect(etag).toMatch(/^"[0-9a-f]{32}"$/)
  })
})
