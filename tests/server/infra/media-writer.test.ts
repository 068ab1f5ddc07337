import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createDiskStore } from '#server/infra/media-store.ts'
import {
  createDiskMediaStore,
  createMediaWriter,
  isUploadedKey,
  keyOfContents,
  layerStores,
  type MediaWriter,
} from '#server/infra/media-writer.ts'

let folder: string
let writer: MediaWriter
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'writer-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))
beforeEach(async () => {
  await rm(folder, { recursive: true, force: true })
  await mkdir(join(folder, 'uploads'), { recursive: true })
  writer = createMediaWriter(join(folder, 'uploads'), createDiskMediaStore(join(folder, 'media'), 1_000))
})

const ID = '0123456789abcdef0123456789abcdef'
const CONTENT = 'a film, in a manner of speaking'
const SHA256 = createHash('sha256').update(CONTENT).digest('hex')
const FILE = {
  key: keyOfContents(SHA256, 'mp4'),
  contentType: 'video/mp4',
  sha256: SHA256,
  bytes: CONTENT.length,
}

const write = (id = ID) => writeFile(join(folder, 'uploads', id), CONTENT)
const stored = () => readFile(join(folder, 'media', FILE.key), 'utf8')

describe('an upload', () => {
  it('is counted, read and digested where it lies', async () => {
    expect(await writer.received(ID)).toBeNull()
    await write()
    expect(await writer.received(ID)).toBe(CONTENT.length)
    expect(Buffer.from(await writer.read(ID, 2, 4)).toString()).toBe('film')
    expect(Buffer.from(await writer.read(ID, CONTENT.length - 3, 100)).toString()).toBe('ing')
    expect(await writer.digest(ID)).toBe(SHA256)
  })

  it('goes into the store whole, under the name of its contents, and may go again', async () => {
    await write()
    await writer.publish(ID, FILE)
    expect(await stored()).toBe(CONTENT)
    expect(await writer.received(ID)).toBeNull()
    await writer.publish(ID, FILE)
    expect(await stored()).toBe(CONTENT)
  })

  it('goes there twice at once without either failing', async () => {
    await write()
    await Promise.all([writer.publish(ID, FILE), writer.publish(ID, FILE)])
    expect(await stored()).toBe(CONTENT)
  })

  it('that is nowhere cannot', async () => {
    await expect(writer.publish(ID, FILE)).rejects.toThrow('ENOENT')
  })

  it('is named by an id, and by no path', async () => {
    for (const id of ['../media/x', '', 'ABCDEF', `${ID}/..`]) {
      expect(() => writer.received(id)).toThrow('No such upload')
    }
  })

  it('is deleted with its metadata', async () => {
    await write()
    await writeFile(join(folder, 'uploads', `${ID}.json`), '{}')
    await writer.discard(ID)
    await writer.discard(ID)
    expect(await writer.listUntouched(new Date('2100-01-01'))).toEqual([])
  })

  it('is untouched where its bytes are older, or are missing beside their notes', async () => {
    const other = ID.replace('0', 'f')
    const fresh = ID.replace('0', 'e')
    await write()
    await utimes(join(folder, 'uploads', ID), new Date('2026-01-01'), new Date('2026-01-01'))
    await write(fresh)
    await utimes(join(folder, 'uploads', fresh), new Date('2026-03-01'), new Date('2026-03-01'))
    await writeFile(join(folder, 'uploads', `${other}.json`), '{}')
    await writeFile(join(folder, 'uploads', 'notes.txt'), 'not ours')
    expect((await writer.listUntouched(new Date('2026-02-01'))).toSorted()).toEqual([ID, other].toSorted())
  })
})

it('removes what was uploaded, and nothing else', async () => {
  await write()
  await writer.publish(ID, FILE)
  await writer.remove(FILE.key)
  await writer.remove(FILE.key)
  await expect(stored()).rejects.toThrow('ENOENT')
  await expect(writer.remove('air-law.mp4')).rejects.toThrow('not ours to remove')
})

it('knows how much space is free, also before the folder exists', async () => {
  const other = createMediaWriter(join(folder, 'new', 'uploads'), createDiskMediaStore(folder, 1))
  expect(await other.freeBytes()).toBeGreaterThan(0)
})

it('layers uploaded files over a folder that is only read', async () => {
  await mkdir(join(folder, 'base'))
  await writeFile(join(folder, 'base', 'air-law.mp4'), 'sample')
  await write()
  await writer.publish(ID, FILE)
  const store = layerStores(createDiskStore(join(folder, 'media')), createDiskStore(join(folder, 'base')))
  expect(await text(store.read('air-law.mp4', 0, 5))).toBe('sample')
  expect(await text(store.read(FILE.key, 0, FILE.bytes - 1))).toBe(CONTENT)
  expect(await store.stat(FILE.key)).toMatchObject({ bytes: FILE.bytes })
  expect(
    await store.handOver({ key: FILE.key, contentType: 'video/mp4' }, { method: 'GET', cacheControl: '' }),
  ).toBeNull()
  expect([isUploadedKey(FILE.key), isUploadedKey('air-law.mp4')]).toEqual([true, false])
})
