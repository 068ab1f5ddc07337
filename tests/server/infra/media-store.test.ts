import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDiskStore, type MediaStore } from '#server/infra/media-store.ts'

let base: string
let store: MediaStore
const bytes = Buffer.from(Array.from({ length: 3_000_000 }, (_, index) => index % 251))
beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'media-store-'))
  mkdirSync(join(base, 'films/deep'), { recursive: true })
  mkdirSync(join(base, 'films-beside'))
  writeFileSync(join(base, 'films/air-law.mp4'), bytes)
  writeFileSync(join(base, 'films/deep/one.vtt'), 'WEBVTT')
  writeFileSync(join(base, 'films/empty.mp4'), '')
  writeFileSync(join(base, 'secret.txt'), 'a secret')
  writeFileSync(join(base, 'films-beside/secret.txt'), 'a secret')
  store = createDiskStore(join(base, 'films'))
})
afterAll(() => rmSync(base, { recursive: true, force: true }))

describe('a file of the folder', () => {
  it('is found with its size and time, in folders below as well', async () => {
    expect(await store.stat('air-law.mp4')).toMatchObject({ bytes: 3_000_000 })
    expect(await store.stat('deep/one.vtt')).toMatchObject({ bytes: 6 })
    expect(await store.stat('empty.mp4')).toMatchObject({ bytes: 0 })
  })

  it.each([
    [0, 0],
    [0, 2_999_999],
    [1_048_575, 1_048_577],
    [2_999_999, 2_999_999],
  ])('is read from byte %i to %i, both included', async (start, end) => {
    expect((await buffer(store.read('air-law.mp4', start, end))).equals(bytes.subarray(start, end + 1))).toBe(
      true,
    )
  })
})

describe('anything else', () => {
  const keys = [
    'no-such.mp4',
    '',
    '.',
    'deep',
    '..',
    '../secret.txt',
    'deep/../../secret.txt',
    '../films-beside/secret.txt',
    '/etc/passwd',
    'air-law.mp4/x',
    'a\0b',
    'x'.repeat(10_000),
  ]
  it.each(keys)('is not there: %j', async (key) => {
    expect(await store.stat(key)).toBeNull()
  })

  it.each(['../secret.txt', '../films-beside/secret.txt'])('is not read either: %s', (key) => {
    expect(() => store.read(key, 0, 1)).toThrow()
  })

  it('reports a file that disappears during the request as an error of the stream', async () => {
    await expect(buffer(store.read('no-such.mp4', 0, 1))).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('may be a video the owner linked from another disk', async () => {
    symlinkSync(join(base, 'films/air-law.mp4'), join(base, 'films/linked.mp4'))
    expect(await store.stat('linked.mp4')).toMatchObject({ bytes: 3_000_000 })
  })
})
