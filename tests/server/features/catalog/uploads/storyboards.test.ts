import { afterAll, beforeAll, expect, it } from 'vitest'
import { findPublicFile, findVideoFiles, listPreviews } from '#server/features/catalog/queries.ts'
import { registerMediaFiles } from '#server/features/catalog/register-media-files.ts'
import { checkUpload } from '#server/features/catalog/uploads/check-upload.ts'
import { publishUpload } from '#server/features/catalog/uploads/publish-upload.ts'
import type { MediaSlot } from '#shared/catalog/media-slots.ts'
import { arrive, sample } from '#tests/server/features/catalog/arrivals.ts'
import { createTestShop, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

async function publish(slot: MediaSlot, name: string, storyboard: Buffer | null) {
  const id = await arrive(shop.deps, { slot, content: sample(name), videoId: 1, fileName: name })
  await checkUpload(shop.deps, { id })
  const base64 = storyboard?.toString('base64') ?? null
  await publishUpload(shop.deps, { id, takeDuration: false, storyboard: base64, adminId: 'ann' })
}
const storyboardKey = async () => (await findVideoFiles(shop.deps.db, 1)).storyboardKey
const pictures = sample('navigation.storyboard.webp')

it('is published with its video, and is as closed as that', async () => {
  await publish('film', 'navigation.mp4', pictures)
  const key = (await storyboardKey()) ?? ''
  expect(key).toMatch(/^up-[0-9a-f]{64}\.webp$/)
  expect((await shop.deps.media.stat(key))?.bytes).toBe(pictures.length)
  expect(await findPublicFile(shop.deps.db, key)).toBeNull()
})

it('of a preview is public', async () => {
  await publish('snippet', 'navigation-snippet.mp4', sample('navigation.jpg').subarray(0, 15_000))
  const [preview] = (await listPreviews(shop.deps.db)).filter(({ videoId }) => videoId === 1)
  expect(preview?.storyboardKey).toMatch(/^up-[0-9a-f]{64}\.jpg$/)
  expect(await findPublicFile(shop.deps.db, preview?.storyboardKey ?? '')).toMatchObject({
    contentType: 'image/jpeg',
  })
})

it.each([
  ['no picture', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['too large', Buffer.concat([pictures, Buffer.alloc(20_000)])],
])('that is %s is refused, and the video stays to be published', async (_what, content) => {
  const before = await findVideoFiles(shop.deps.db, 1)
  await expect(publish('film', 'meteorology.mp4', content)).rejects.toMatchObject({ code: 'BAD_INPUT' })
  expect(await findVideoFiles(shop.deps.db, 1)).toEqual(before)
})

it('never shows another video than the one that plays', async () => {
  const old = (await storyboardKey()) ?? ''
  await publish('film', 'meteorology.mp4', null)
  expect(await storyboardKey()).toBeNull()
  expect(await shop.deps.db.replacedMedia.count({ where: { key: old } })).toBe(1)
  // The folder's own is of the video that was replaced.
  await registerMediaFiles(shop.deps)
  expect(await storyboardKey()).toBeNull()
  await publish('captions', 'meteorology.vtt', pictures)
  expect(await storyboardKey()).toBeNull()
})
