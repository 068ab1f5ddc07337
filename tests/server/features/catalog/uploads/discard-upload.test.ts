import { afterAll, beforeAll, expect, it } from 'vitest'
import { findVideoFiles } from '#server/features/catalog/queries.ts'
import { checkUpload } from '#server/features/catalog/uploads/check-upload.ts'
import { deleteUpload } from '#server/features/catalog/uploads/delete-uploads.ts'
import { publishUpload } from '#server/features/catalog/uploads/publish-upload.ts'
import { arrive, sample } from '#tests/server/features/catalog/arrivals.ts'
import { createTestShop, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

it('deletes an upload and its bytes; repeating it changes nothing', async () => {
  const id = await arrive(shop.deps, { slot: 'film', content: sample('air-law.mp4'), received: 500 })
  await deleteUpload(shop.deps, { id })
  await deleteUpload(shop.deps, { id })
  expect(await shop.deps.db.mediaUpload.count({ where: { id } })).toBe(0)
  expect(await shop.deps.mediaWriter.received(id)).toBeNull()
})

it('keeps a published file', async () => {
  const id = await arrive(shop.deps, { slot: 'film', content: sample('navigation.mp4') })
  await checkUpload(shop.deps, { id })
  await publishUpload(shop.deps, { id, takeDuration: false, adminId: 'ann' })
  await deleteUpload(shop.deps, { id })
  const { video } = await findVideoFiles(shop.deps.db, 1)
  expect(video && (await shop.deps.media.stat(video.key))).not.toBeNull()
  expect(await shop.deps.db.mediaUpload.count({ where: { id, status: 'published' } })).toBe(1)
})

it('leaves a checked file to the clean-up, because it may be stored already', async () => {
  const id = await arrive(shop.deps, { slot: 'captions', content: sample('navigation.vtt') })
  const { key } = await checkUpload(shop.deps, { id })
  await deleteUpload(shop.deps, { id })
  expect(await shop.deps.db.replacedMedia.count({ where: { key: key ?? '' } })).toBe(1)
})
