import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDiskStore } from '#server/infra/media-store.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { startNginx, type TestNginx } from '#tests/support/nginx.ts'
import { ask, type Told, tell } from './ranges.ts'

const SIZE = 100_000
const CHANGED = new Date('2026-11-20T09:30:00.000Z')
const bytes = Buffer.from(Array.from({ length: SIZE }, (_, index) => (index * 7 + (index >> 8)) % 256))

let folder: string
let shop: TestApp
let nginx: TestNginx
let servers: { ours: string; nginx: string }
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'films-'))
  for (const [name, content] of [['film.mp4', bytes] as const, ['empty.mp4', ''] as const]) {
    writeFileSync(join(folder, name), content)
    utimesSync(join(folder, name), CHANGED, CHANGED)
  }
  nginx = await startNginx(`location /previews/ { alias "${folder}/"; }`)
  shop = await createTestApp({ parts: { media: createDiskStore(folder) } })
  const { db } = shop.shop.deps
  await db.mediaFile.deleteMany({ where: { kind: 'snippet' } })
  for (const [videoId, key] of [[1, 'film.mp4'] as const, [2, 'empty.mp4'] as const]) {
    const details = { contentType: 'video/mp4', bytes: SIZE, sha256: String(videoId).repeat(64) }
    const createdAt = shop.shop.deps.clock.now()
    await db.mediaFile.create({
      data: { id: `file-${videoId}`, videoId, kind: 'snippet', rendition: '', key, createdAt, ...details },
    })
  }
  servers = { ours: await shop.app.listen({ port: 0, host: '127.0.0.1' }), nginx: nginx.url }
})
afterAll(async () => {
  await shop.close()
  await nginx.close()
  rmSync(folder, { recursive: true, force: true })
})

type Row = {
  what: string
  method?: 'GET' | 'HEAD'
  file?: 'empty.mp4'
  /** Written with the tag that the server itself gave the file. */
  headers: (tag: string) => Record<string, string>
}
type Difference = Row & { ours: Partial<Told>; nginx: Partial<Told>; why: string }

const last = SIZE - 1
const same = CHANGED.toUTCString()
const before = 'Thu, 19 Nov 2026 09:30:00 GMT'
const after = 'Sat, 21 Nov 2026 09:30:00 GMT'
const some = 'bytes=0-99'
const range = (value: string) => () => ({ range: value })

const alike: Row[] = [
  { what: 'the whole file', headers: () => ({}) },
  { what: 'what the whole file is', method: 'HEAD', headers: () => ({}) },
  { what: 'the first bytes', headers: range(some) },
  { what: 'the first byte', headers: range('bytes=0-0') },
  { what: 'the last byte', headers: range(`bytes=${last}-${last}`) },
  { what: 'bytes in the middle', headers: range('bytes=40000-59999') },
  { what: 'an open end', headers: range('bytes=99000-') },
  { what: 'an open end from the start', headers: range('bytes=0-') },
  { what: 'an end beyond the file', headers: range('bytes=99990-200000') },
  { what: 'a suffix', headers: range('bytes=-500') },
  { what: 'a suffix of all bytes', headers: range(`bytes=-${SIZE}`) },
  { what: 'a suffix longer than the file', headers: range('bytes=-999999') },
  { what: 'capitals and blanks', headers: range('BYTES= 0 - 99') },
  { what: 'two ranges', headers: range('bytes=0-99,200-299') },
  { what: 'three ranges with a suffix', headers: range('bytes=0-0,500-999,-1') },
  { what: 'ranges in descending order', headers: range('bytes=900-999,0-99') },
  { what: 'ranges that overlap', headers: range('bytes=0-199,100-299') },
  { what: 'the same range twice', headers: range('bytes=10-19,10-19') },
  { what: 'ranges of which one is outside', headers: range('bytes=0-99,500000-') },
  { what: 'overlapping ranges that are more than the file', headers: range('bytes=0-,0-') },
  { what: 'a start at the end of the file', headers: range(`bytes=${SIZE}-`) },
  { what: 'a start beyond the file', headers: range('bytes=500000-600000') },
  { what: 'a suffix of nothing', headers: range('bytes=-0') },
  { what: 'ranges that are all outside', headers: range('bytes=200000-,-0') },
  { what: 'another unit', headers: range('items=0-5') },
  { what: 'no unit', headers: range('0-5') },
  { what: 'no range', headers: range('bytes=') },
  { what: 'a range if the tag is this', headers: (tag) => ({ range: some, 'if-range': tag }) },
  { what: 'a range if the tag is another', headers: () => ({ range: some, 'if-range': '"another"' }) },
  { what: 'a range if the tag is weak', headers: (tag) => ({ range: some, 'if-range': `W/${tag}` }) },
  { what: 'a range if it changed then', headers: () => ({ range: some, 'if-range': same }) },
  { what: 'a range if it changed before', headers: () => ({ range: some, 'if-range': before }) },
  { what: 'a range if it changed after', headers: () => ({ range: some, 'if-range': after }) },
  { what: 'a range if nonsense', headers: () => ({ range: some, 'if-range': 'yesterday' }) },
  {
    what: 'two ranges if the tag is this',
    headers: (tag) => ({ range: 'bytes=0-9,20-29', 'if-range': tag }),
  },
  { what: 'no such range of another file', headers: () => ({ range: 'bytes=500000-', 'if-range': '"x"' }) },
  { what: 'unless the tag is this', headers: (tag) => ({ 'if-none-match': tag }) },
  { what: 'unless the tag is weakly this', headers: (tag) => ({ 'if-none-match': `W/${tag}` }) },
  { what: 'unless the tag is one of these', headers: (tag) => ({ 'if-none-match': `"x", ${tag}` }) },
  { what: 'unless the tag is another', headers: () => ({ 'if-none-match': '"another"' }) },
  { what: 'unless there is any', headers: () => ({ 'if-none-match': '*' }) },
  { what: 'what it is unless the tag is this', method: 'HEAD', headers: (tag) => ({ 'if-none-match': tag }) },
  { what: 'a range unless the tag is this', headers: (tag) => ({ range: some, 'if-none-match': tag }) },
  { what: 'if it changed since then', headers: () => ({ 'if-modified-since': same }) },
  { what: 'if it changed since before', headers: () => ({ 'if-modified-since': before }) },
  { what: 'if it changed since nonsense', headers: () => ({ 'if-modified-since': 'yesterday' }) },
  {
    what: 'if it changed since then, by an old form of date',
    headers: () => ({ 'if-modified-since': 'Friday, 20-Nov-26 09:30:00 GMT' }),
  },
  {
    what: 'if it changed since then, by the oldest form of date',
    headers: () => ({ 'if-modified-since': 'Fri Nov 20 09:30:00 2026' }),
  },
  {
    what: 'another tag, and no change since',
    headers: () => ({ 'if-none-match': '"another"', 'if-modified-since': same }),
  },
  { what: 'if the tag is this', headers: (tag) => ({ range: some, 'if-match': tag }) },
  { what: 'if there is any', headers: () => ({ range: some, 'if-match': '*' }) },
  { what: 'if the tag is another', headers: () => ({ range: some, 'if-match': '"another"' }) },
  { what: 'if the tag is weakly this', headers: (tag) => ({ range: some, 'if-match': `W/${tag}` }) },
  { what: 'if it did not change since then', headers: () => ({ range: some, 'if-unmodified-since': same }) },
  { what: 'if it did not change since before', headers: () => ({ 'if-unmodified-since': before }) },
  { what: 'if it did not change since after', headers: () => ({ 'if-unmodified-since': after }) },
  { what: 'an empty file', file: 'empty.mp4', headers: () => ({}) },
  { what: 'what an empty file is', file: 'empty.mp4', method: 'HEAD', headers: () => ({}) },
  { what: 'the first bytes of an empty file', file: 'empty.mp4', headers: range(some) },
  { what: 'the last bytes of an empty file', file: 'empty.mp4', headers: range('bytes=-5') },
  { what: 'an open end of an empty file', file: 'empty.mp4', headers: range('bytes=0-') },
]

const whole = { status: 200, range: null, length: SIZE } as const
const refused = { status: 416, range: `bytes */${SIZE}` } as const

const different: Difference[] = [
  {
    what: 'what a range is',
    method: 'HEAD',
    headers: range(some),
    ours: whole,
    nginx: { status: 206, length: 100 },
    why: '§14.2: ranges are defined for GET alone; a server must ignore Range in any other method',
  },
  {
    what: 'what a range outside of the file is',
    method: 'HEAD',
    headers: range('bytes=500000-'),
    ours: whole,
    nginx: refused,
    why: '§14.2: as above',
  },
  {
    what: 'a range that ends before it starts',
    headers: range('bytes=5-2'),
    ours: whole,
    nginx: refused,
    why: '§14.1.1, §14.2: an invalid list of ranges may be ignored or refused; ignored, the film still plays',
  },
  {
    what: 'a range of letters',
    headers: range('bytes=a-b'),
    ours: whole,
    nginx: refused,
    why: '§14.2: as above',
  },
  {
    what: 'a range and something else',
    headers: range('bytes=0-5,x'),
    ours: whole,
    nginx: refused,
    why: '§14.2: as above',
  },
  {
    what: 'ranges with an empty one between them',
    headers: range('bytes=0-9,,20-29'),
    ours: { status: 206 },
    nginx: refused,
    why: '§5.6.1.2: empty elements of a list must be read over',
  },
  {
    what: 'an end of twenty digits',
    headers: range('bytes=0-99999999999999999999'),
    ours: { status: 206, range: `bytes 0-${last}/${SIZE}` },
    nginx: refused,
    why: '§14.1.2: an end beyond the file means its last byte, however far; §14.1.1 bounds no number',
  },
  {
    what: 'nine ranges',
    headers: range(`bytes=${Array.from({ length: 9 }, (_, index) => `${index}-${index}`).join(',')}`),
    ours: whole,
    nginx: { status: 206 },
    why: '§14.2: many small ranges may be ignored, and §17.15 advises it; no player asks for more than eight',
  },
  {
    what: 'if it changed since after it did',
    headers: () => ({ 'if-modified-since': after }),
    ours: { status: 304 },
    nginx: whole,
    why: '§13.1.3: false where the last change is earlier than or at the date; nginx wants the very date',
  },
  {
    what: 'the same tag, and a change since',
    headers: (tag) => ({ 'if-none-match': tag, 'if-modified-since': before }),
    ours: { status: 304 },
    nginx: whole,
    why: '§13.1.3: If-Modified-Since must be ignored beside If-None-Match',
  },
  {
    what: 'the same tag, and a change since before',
    headers: (tag) => ({ 'if-match': tag, 'if-unmodified-since': before }),
    ours: whole,
    nginx: { status: 412 },
    why: '§13.1.4: If-Unmodified-Since must be ignored beside If-Match',
  },
  {
    what: 'if it did not change since nonsense',
    headers: () => ({ 'if-unmodified-since': 'yesterday' }),
    ours: whole,
    nginx: { status: 412 },
    why: '§13.1.4: a date that is none must be ignored',
  },
]

async function askBoth({ method = 'GET', file, headers }: Row) {
  const told = async (server: string) => {
    const url = `${server}/previews/${file ?? 'film.mp4'}`
    const { headers: known } = await ask(url, { method: 'HEAD' })
    return tell(method, await ask(url, { method, headers: headers(known.etag ?? '') }))
  }
  return { ours: await told(servers.ours), nginx: await told(servers.nginx) }
}

describe('a request that we answer as nginx does, sending the same file:', () => {
  it.each(alike)('$what', async (row) => {
    const { ours, nginx: theirs } = await askBoth(row)
    expect(ours).toEqual(theirs)
    expect(ours.length).not.toBe('wrong')
  })
})

describe('a request that we answer otherwise, by RFC 9110:', () => {
  it.each(different)('$what ($why)', async (row) => {
    const told = await askBoth(row)
    expect(told.ours).toMatchObject(row.ours)
    expect(told.nginx).toMatchObject(row.nginx)
    expect(told.ours).not.toEqual(told.nginx)
  })
})
