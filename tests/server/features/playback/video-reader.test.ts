import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { checkUpload } from '#server/features/catalog/uploads/check-upload.ts'
import { deleteOldUploads } from '#server/features/catalog/uploads/delete-uploads.ts'
import { publishUpload } from '#server/features/catalog/uploads/publish-upload.ts'
import { openVideo } from '#server/features/playback/media-grants.ts'
import { createVideoReader } from '#server/features/playback/streams.ts'
import type { MediaAddress } from '#server/infra/media-url.ts'
import { arrive, sample } from '#tests/server/features/catalog/arrivals.ts'
import { makeSession } from '#tests/support/factories/student.ts'
import { createTestShop, makeBuyer, type TestShop } from '#tests/support/shop.ts'
import { addressOf } from './address-of.ts'

let shop: TestShop
let studentId: string
let sessionId: string
let video: MediaAddress
const open = () => openVideo(shop.deps, { studentId, sessionId, videoId: 1, playSession: null })
beforeAll(async () => {
  shop = await createTestShop()
  const student = await makeBuyer(shop, [1])
  studentId = student.id
  sessionId = (await makeSession(shop.deps, { studentId })).sessionId
  video = addressOf((await open()).secureVideoUrl)
})
afterAll(() => shop.close())

describe('reading a video', () => {
  it('names the file of each part', async () => {
    const readVideo = createVideoReader(shop.deps)
    const { secureVideoUrl, captionsUrl, chaptersUrl, storyboardUrl } = await open()
    const read = (url: string | null) => readVideo({ ...addressOf(url), sessionId })
    const words = { contentType: 'text/vtt; charset=utf-8', entityTag: null }
    expect(await read(secureVideoUrl)).toEqual({
      key: 'air-law.mp4',
      contentType: 'video/mp4',
      entityTag: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
    expect(await read(captionsUrl)).toEqual({ key: 'air-law.vtt', ...words })
    expect(await read(chaptersUrl)).toEqual({ key: 'air-law.chapters.vtt', ...words })
    expect(await read(storyboardUrl ?? null)).toEqual({
      key: 'air-law.storyboard.webp',
      contentType: 'image/webp',
      entityTag: null,
    })
  })

  it('gives nothing to another session, nor for an unknown grant', async () => {
    const readVideo = createVideoReader(shop.deps)
    expect(await readVideo({ ...video, sessionId: 'another' })).toBeNull()
    expect(await readVideo({ ...video, sessionId, grantId: 'made-up' })).toBeNull()
    expect(await readVideo({ ...video, sessionId })).not.toBeNull()
    const pictures = addressOf((await open()).storyboardUrl ?? null)
    expect(await readVideo({ ...pictures, sessionId: 'another' })).toBeNull()
    expect(await readVideo({ ...pictures, sessionId })).not.toBeNull()
  })

  it('reads a grant once a minute, however many ranges are fetched', async () => {
    const readVideo = createVideoReader(shop.deps)
    const asked = vi.spyOn(shop.deps.pool, 'query')
    const grantsAsked = () =>
      asked.mock.calls.filter(
        ([query]) => typeof query === 'object' && Reflect.get(query, 'name') === 'media-grant',
      )
    for (let turn = 0; turn < 20; turn++) await readVideo({ ...video, sessionId })
    expect(grantsAsked()).toHaveLength(1)
    shop.deps.clock.advance(60_000)
    await readVideo({ ...video, sessionId })
    expect(grantsAsked()).toHaveLength(2)
    asked.mockRestore()
  })

  it('extends the grant and records its use', async () => {
    const readVideo = createVideoReader(shop.deps)
    shop.deps.clock.advance(5 * 60_000)
    await readVideo({ ...video, sessionId })
    const now = shop.deps.clock.now()
    expect(await shop.deps.db.mediaGrant.findUniqueOrThrow({ where: { id: video.grantId } })).toMatchObject({
      lastActiveAt: now,
      expiresAt: new Date(now.getTime() + 10 * 60_000),
    })
  })
})

it('gives no file of another video than the one its entitlement opens', async () => {
  const { id } = await makeBuyer(shop, [1])
  const session = await makeSession(shop.deps, { studentId: id })
  const opened = await openVideo(shop.deps, { ...session, studentId: id, videoId: 1, playSession: null })
  await shop.deps.db.entitlement.updateMany({ where: { studentId: id }, data: { videoId: 2 } })
  const request = { ...addressOf(opened.secureVideoUrl), sessionId: session.sessionId }
  const read = createVideoReader(shop.deps)(request)
  await expect(read).rejects.toMatchObject({ code: 'VIDEO_UNAVAILABLE' })
})

describe('a video that is replaced while it is watched', () => {
  async function publish(content: Buffer) {
    const id = await arrive(shop.deps, { slot: 'film', content, videoId: 1, fileName: 'new.mp4' })
    await checkUpload(shop.deps, { id })
    await publishUpload(shop.deps, { id, takeDuration: false, adminId: 'ann' })
  }
  const read = (address: MediaAddress) => createVideoReader(shop.deps)({ ...address, sessionId })

  it('continues from its old file; opening it again gives the new one under the same grant', async () => {
    const before = addressOf((await open()).secureVideoUrl)
    await publish(sample('navigation.mp4'))
    const after = addressOf((await open()).secureVideoUrl)
    expect(await read(before)).toMatchObject({ key: 'air-law.mp4', entityTag: before.version })
    expect(await read(after)).toMatchObject({ key: after.key, entityTag: after.version })
    expect(after.key).toMatch(/^up-/)
    expect(after.version).not.toBe(before.version)
    expect(after.grantId).toBe(before.grantId)
  })

  it('is kept for two days after it was replaced', async () => {
    const { key } = addressOf((await open()).secureVideoUrl)
    await publish(sample('meteorology.mp4'))
    await deleteOldUploads(shop.deps)
    expect(await shop.deps.media.stat(key)).not.toBeNull()
    shop.deps.clock.advance(2 * 86_400_000 + 1)
    await deleteOldUploads(shop.deps)
    expect(await shop.deps.media.stat(key)).toBeNull()
  })

  it('is not mixed with a new file of the same name', async () => {
    const began = addressOf((await open()).secureVideoUrl)
    await shop.deps.db.mediaFile.updateMany({ where: { key: began.key }, data: { sha256: 'f'.repeat(64) } })
    await expect(read(began)).rejects.toMatchObject({ code: 'VIDEO_UNAVAILABLE' })
    expect(await read(addressOf((await open()).secureVideoUrl))).toMatchObject({ entityTag: 'f'.repeat(32) })
  })
})
