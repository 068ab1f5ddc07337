import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findPublicFile, findVideoFiles, listPreviews } from '#server/features/catalog/queries.ts'
import { registerMediaFiles } from '#server/features/catalog/register-media-files.ts'
import { checkUpload } from '#server/features/catalog/uploads/check-upload.ts'
import { publishUpload } from '#server/features/catalog/uploads/publish-upload.ts'
import type { MediaSlot } from '#shared/catalog/media-slots.ts'
import { arrive, auditOf, sample } from '#tests/server/features/catalog/arrivals.ts'
import { createTestShop, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

async function ready(slot: MediaSlot, name: string, videoId: number | null = 1): Promise<string> {
  const id = await arrive(shop.deps, { slot, content: sample(name), videoId, fileName: name })
  await checkUpload(shop.deps, { id })
  return id
}

const publish = (id: string, takeDuration = false) =>
  publishUpload(shop.deps, { id, takeDuration, adminId: 'ann' })

describe('a video', () => {
  it('replaces the old one byte for byte, and the audit log has both', async () => {
    const content = sample('navigation.mp4')
    const sha256 = createHash('sha256').update(content).digest('hex')
    let raised = 0
    const stop = shop.deps.catalogChanged.listen(async () => void raised++)
    const id = await ready('film', 'navigation.mp4')
    await publish(id)
    stop()
    const { video, captionsKey } = await findVideoFiles(shop.deps.db, 1)
    expect(video).toMatchObject({
      key: `up-${sha256}.mp4`,
      sha256,
      bytes: content.length,
      durationSeconds: 118.6,
    })
    expect(captionsKey).toBe('air-law.vtt')
    const stored = await buffer(shop.deps.media.read(video?.key ?? '', 0, content.length - 1))
    expect(stored.equals(content)).toBe(true)
    expect(raised).toBe(1)
    expect(await shop.deps.mediaWriter.received(id)).toBeNull()
    const [entry] = await auditOf(shop.deps, 'media.replaced')
    expect(entry).toMatchObject({
      actorId: 'ann',
      subjectId: '1',
      details: { file: 'film', name: 'navigation.mp4', keyBefore: 'air-law.mp4', keyAfter: video?.key },
    })
    // The catalog's minutes are the owner's choice by default.
    expect(await shop.deps.db.video.findUnique({ where: { id: 1 } })).toMatchObject({ durationMinutes: 84 })
  })

  it('stays published when the shop starts again', async () => {
    const before = await findVideoFiles(shop.deps.db, 1)
    await registerMediaFiles(shop.deps)
    expect(await findVideoFiles(shop.deps.db, 1)).toEqual(before)
  })

  it('sets the catalog’s length from the file on request', async () => {
    await publish(await ready('film', 'communications.mp4', 7), true)
    const { durationMinutes } = await shop.deps.db.video.findUniqueOrThrow({ where: { id: 7 } })
    const { video } = await findVideoFiles(shop.deps.db, 7)
    expect(durationMinutes).toBe(Math.round((video?.durationSeconds ?? 0) / 60))
  })

  it('is kept for a while after it was replaced, unless it is published again', async () => {
    const first = (await findVideoFiles(shop.deps.db, 1)).video?.key ?? ''
    await publish(await ready('film', 'meteorology.mp4'))
    expect(await shop.deps.db.replacedMedia.findMany()).toMatchObject([{ key: first }])
    expect(await shop.deps.media.stat(first)).not.toBeNull()
    await publish(await ready('film', 'navigation.mp4'))
    expect((await findVideoFiles(shop.deps.db, 1)).video?.key).toBe(first)
    expect(await shop.deps.db.replacedMedia.count({ where: { key: first } })).toBe(0)
  })

  it('is published once, however often it is requested, also concurrently', async () => {
    const id = await ready('film', 'human-performance.mp4', 5)
    await Promise.all([publish(id), publish(id)])
    await publish(id)
    expect(await shop.deps.db.mediaFile.count({ where: { videoId: 5, kind: 'film' } })).toBe(1)
    const entries = await auditOf(shop.deps, 'media.replaced')
    expect(entries.filter(({ subjectId }) => subjectId === '5')).toHaveLength(1)
  })
})

describe('files that belong to a video', () => {
  it('an image gets its own URL, which the catalog shows from now on', async () => {
    await publish(await ready('image', 'meteorology.jpg', 2))
    const { imageUrl } = await shop.deps.db.video.findUniqueOrThrow({ where: { id: 2 } })
    expect(imageUrl).toMatch(/^\/previews\/up-[0-9a-f]{64}\.jpg$/)
    expect(await findPublicFile(shop.deps.db, imageUrl.replace('/previews/', ''))).toMatchObject({
      contentType: 'image/jpeg',
    })
  })

  it('the promo belongs to no video and there is one', async () => {
    await publish(await ready('promo', 'air-law-snippet.mp4', null))
    const promos = (await listPreviews(shop.deps.db)).filter(({ kind }) => kind === 'promo')
    expect(promos).toHaveLength(1)
    expect(promos[0]?.videoKey).toMatch(/^up-/)
  })
})

describe('nothing is published', () => {
  it('when it was not checked', async () => {
    const id = await arrive(shop.deps, { slot: 'film', content: sample('air-law.mp4') })
    await expect(publish(id)).rejects.toMatchObject({ code: 'UPLOAD_NOT_READY' })
  })

  it('when the media store fails; it can be tried again', async () => {
    const id = await ready('captions', 'navigation.vtt', 3)
    const before = await findVideoFiles(shop.deps.db, 3)
    const mediaWriter = {
      ...shop.deps.mediaWriter,
      publish: () => Promise.reject(new Error('The disk is full')),
    }
    const failing = publishUpload({ ...shop.deps, mediaWriter }, { id, takeDuration: false, adminId: 'ann' })
    await expect(failing).rejects.toMatchObject({ code: 'STORAGE_REFUSED' })
    expect(await findVideoFiles(shop.deps.db, 3)).toEqual(before)
    await publish(id)
    expect((await findVideoFiles(shop.deps.db, 3)).captionsKey).toMatch(/^up-/)
  })

  it('halfway: a process that ended between storing and registering is completed', async () => {
    const id = await ready('chapters', 'navigation.chapters.vtt', 4)
    const upload = await shop.deps.db.mediaUpload.findUniqueOrThrow({ where: { id } })
    await shop.deps.mediaWriter.publish(id, {
      key: upload.key ?? '',
      contentType: upload.contentType ?? '',
      sha256: upload.sha256 ?? '',
      bytes: upload.bytes,
    })
    await publish(id)
    expect((await findVideoFiles(shop.deps.db, 4)).chaptersKey).toBe(upload.key)
  })
})
