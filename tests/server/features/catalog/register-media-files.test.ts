import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findPublicFile, findVideoFiles } from '#server/features/catalog/queries.ts'
import { registerMediaFiles } from '#server/features/catalog/register-media-files.ts'
import { createDiskStore } from '#server/infra/media-store.ts'
import { describeError } from '#server/start-errors.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { seedCatalog } from '../../../../prisma/seed/catalog.ts'

let deps: TestDeps
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'films-'))
  deps = await createTestDeps({ media: createDiskStore(folder) })
  await seedCatalog(deps)
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await deps.close()
})
beforeEach(async () => {
  await deps.db.mediaFile.deleteMany()
  deps.logged.length = 0
})

const sha256 = (digit: string) => digit.repeat(64)
const video = (fields: Record<string, unknown> = {}) => ({
  slug: 'air-law',
  category: 'air-law',
  file: 'air-law.mp4',
  durationSeconds: 90,
  captions: 'air-law.vtt',
  chapters: 'chapters.vtt',
  poster: 'air-law.jpg',
  sha256: sha256('a'),
  ...fields,
})

function put(names: string[], list: unknown): Promise<void> {
  for (const name of names) writeFileSync(join(folder, name), `bytes of ${name}`)
  writeFileSync(join(folder, 'films.json'), JSON.stringify(list))
  return registerMediaFiles(deps)
}

const FILES = ['air-law.mp4', 'air-law.vtt', 'chapters.vtt', 'air-law.jpg']

describe('a media folder', () => {
  it('becomes a shop with videos', async () => {
    await put(FILES, [video()])
    const only = {
      key: 'air-law.mp4',
      contentType: 'video/mp4',
      bytes: 20,
      sha256: sha256('a'),
      durationSeconds: 90,
    }
    expect(await findVideoFiles(deps.db, 1)).toEqual({
      video: only,
      renditions: [],
      captionsKey: 'air-law.vtt',
      chaptersKey: 'chapters.vtt',
      storyboardKey: null,
    })
  })

  it('changes nothing when it is read again, also by two processes at once', async () => {
    await put(FILES, [video()])
    const before = await deps.db.mediaFile.findMany({ orderBy: { id: 'asc' } })
    await Promise.all([registerMediaFiles(deps), registerMediaFiles(deps)])
    expect(await deps.db.mediaFile.findMany({ orderBy: { id: 'asc' } })).toEqual(before)
  })

  it('is registered once when two processes read it at once', async () => {
    await put(FILES, [])
    writeFileSync(join(folder, 'films.json'), JSON.stringify([video()]))
    await Promise.all([registerMediaFiles(deps), registerMediaFiles(deps)])
    expect(await deps.db.mediaFile.count()).toBe(4)
  })

  it('replaces a file of the same video', async () => {
    await put(FILES, [video()])
    await put(['new.mp4'], [video({ file: 'new.mp4', sha256: sha256('b'), durationSeconds: 120 })])
    expect((await findVideoFiles(deps.db, 1)).video).toMatchObject({ key: 'new.mp4', durationSeconds: 120 })
    expect(await deps.db.mediaFile.count({ where: { kind: 'film' } })).toBe(1)
  })

  it('may lack files, which are skipped and logged', async () => {
    await put(FILES, [video({ file: 'gone.mp4' })])
    const found = await findVideoFiles(deps.db, 1)
    expect(found.video).toBeNull()
    expect(await findPublicFile(deps.db, 'air-law.jpg')).toMatchObject({ key: 'air-law.jpg' })
    expect(deps.logged.join()).toContain('gone.mp4')
  })

  it('may use any name for its poster: the catalog shows the registered one', async () => {
    await put([...FILES, 'Who gives way?.jpg'], [video({ poster: 'Who gives way?.jpg' })])
    const { imageUrl } = await deps.db.video.findUniqueOrThrow({ where: { id: 1 } })
    expect(imageUrl).toBe('/previews/Who%20gives%20way%3F.jpg')
    await put(FILES, [video()])
    expect(await deps.db.video.findUniqueOrThrow({ where: { id: 1 } })).toMatchObject({
      imageUrl: '/previews/air-law.jpg',
    })
  })

  it('may contain videos of unknown categories, which are ignored', async () => {
    await put(FILES, [video({ category: 'gliding' })])
    expect(await deps.db.mediaFile.count()).toBe(0)
  })

  it('may contain snippets and a promo, which are not for sale', async () => {
    await put(
      ['s.mp4', 'p.mp4'],
      [video({ kind: 'snippet', file: 's.mp4' }), video({ kind: 'promo', category: null, file: 'p.mp4' })],
    )
    const none = { video: null, renditions: [], captionsKey: null, chaptersKey: null, storyboardKey: null }
    expect(await findVideoFiles(deps.db, 1)).toEqual(none)
    const rows = await deps.db.mediaFile.findMany({
      where: { kind: { in: ['film', 'snippet', 'promo'] } },
      orderBy: { key: 'asc' },
      select: { kind: true, videoId: true },
    })
    expect(rows).toEqual([
      { kind: 'promo', videoId: null },
      { kind: 'snippet', videoId: 1 },
    ])
  })

  it('gives a preview its own captions and chapters', async () => {
    await put(
      [...FILES, 's.mp4', 's.vtt'],
      [video(), video({ kind: 'snippet', file: 's.mp4', captions: 's.vtt' })],
    )
    expect(await findVideoFiles(deps.db, 1)).toMatchObject({ captionsKey: 'air-law.vtt' })
    expect(await findPublicFile(deps.db, 's.vtt')).toMatchObject({ key: 's.vtt' })
  })

  it('may contain a video in several heights: the tallest is the main one, and all are offered', async () => {
    const small = { file: 'small.mp4', height: 360, captions: null, chapters: null, poster: null }
    const list = [
      video({ ...small, sha256: sha256('b') }),
      video({ height: 1080 }),
      video({ ...small, height: 720 }),
    ]
    await put([...FILES, 'small.mp4'], list)
    const found = await findVideoFiles(deps.db, 1)
    expect(found).toMatchObject({ video: { key: 'air-law.mp4' }, captionsKey: 'air-law.vtt' })
    expect(found.renditions.map(({ height, key }) => [height, key])).toEqual([
      [1080, 'air-law.mp4'],
      [720, 'small.mp4'],
      [360, 'small.mp4'],
    ])
  })

  it('offers no height that left the list, and no choice of one', async () => {
    const list = [video({ height: 720 }), video({ height: 360, file: 'small.mp4' })]
    await put([...FILES, 'small.mp4'], list)
    await put([], list.slice(0, 1))
    expect(await findVideoFiles(deps.db, 1)).toMatchObject({ video: { key: 'air-law.mp4' }, renditions: [] })
    expect(await deps.db.mediaFile.count({ where: { kind: 'film' } })).toBe(1)
  })

  it('offers no heights of a video that was replaced', async () => {
    await put([...FILES, 'small.mp4'], [video({ height: 720 }), video({ height: 360, file: 'small.mp4' })])
    await deps.db.mediaFile.updateMany({ where: { kind: 'film', rendition: '' }, data: { key: 'new.mp4' } })
    expect(await findVideoFiles(deps.db, 1)).toMatchObject({ video: { key: 'new.mp4' }, renditions: [] })
  })

  it('makes no video public', async () => {
    await put(FILES, [video()])
    for (const key of ['air-law.mp4', 'air-law.vtt', 'chapters.vtt']) {
      expect(await findPublicFile(deps.db, key)).toBeNull()
    }
  })

  it('cannot refer to files outside it', async () => {
    await put(FILES, [video({ file: '../films.json' })])
    expect((await findVideoFiles(deps.db, 1)).video).toBeNull()
  })

  it.each([
    ['is no list', {}, 'the list: '],
    ['has a film without a length', [video(), video({ durationSeconds: 0 })], 'film 2, durationSeconds: '],
    ['has a film twice', [video({ height: 720 }), video({ height: 720 })], 'film 2, height: '],
    ['has a film twice without a height', [video(), video({ height: 720 })], 'film 2, height: '],
    ['has a checksum that is none', [video({ sha256: 'abc' })], 'film 1, sha256: '],
  ])('whose list %s is refused as a whole, and the answer says where', async (_what, list, place) => {
    const error: unknown = await put(FILES, list).catch((error: unknown) => error)
    expect(describeError(error)).toContain('films.json')
    expect(describeError(error)).toContain(place)
    expect(await deps.db.mediaFile.count()).toBe(0)
  })

  it.each(['[{', ''])('with invalid JSON (%j) is refused in one sentence', async (content) => {
    writeFileSync(join(folder, 'films.json'), content)
    const error: unknown = await registerMediaFiles(deps).catch((error: unknown) => error)
    expect(describeError(error)).toMatch(/^films\.json in the media folder is no JSON: /)
  })

  it('without a list changes nothing and logs it', async () => {
    rmSync(join(folder, 'films.json'))
    await registerMediaFiles(deps)
    expect(await deps.db.mediaFile.count()).toBe(0)
    expect(deps.logged.join()).toContain('there is no films.json in the media folder')
  })
})
