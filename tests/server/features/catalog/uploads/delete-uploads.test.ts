import { utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findVideoFiles } from '#server/features/catalog/queries.ts'
import { checkUpload } from '#server/features/catalog/uploads/check-upload.ts'
import { deleteOldUploads, deleteUpload } from '#server/features/catalog/uploads/delete-uploads.ts'
import { publishUpload } from '#server/features/catalog/uploads/publish-upload.ts'
import { newId } from '#server/infra/ids.ts'
import { addDays } from '#shared/calendar/durations.ts'
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

const DAY = 24 * 60 * 60_000

/** Sets the time of an upload's last write: the disk has its own clock. */
async function touch(id: string, days: number): Promise<void> {
  const at = addDays(shop.deps.clock.now(), -days)
  await utimes(join(shop.deps.mediaWriter.folder, id), at, at)
}

const isThere = async (id: string) => ({
  row: (await shop.deps.db.mediaUpload.count({ where: { id } })) === 1,
  bytes: (await shop.deps.mediaWriter.received(id)) !== null,
})

it('deletes uploads that were not continued for a week, and only those', async () => {
  const begun = () => arrive(shop.deps, { slot: 'film', content: sample('air-law.mp4'), received: 100 })
  const abandoned = await begun()
  const slow = await begun()
  shop.deps.clock.advance(8 * DAY)
  const fresh = await begun()
  await touch(abandoned, 8)
  await touch(slow, 1)
  await touch(fresh, 0)
  await deleteOldUploads(shop.deps)
  expect(await isThere(abandoned)).toEqual({ row: false, bytes: false })
  expect(await isThere(slow)).toEqual({ row: true, bytes: true })
  expect(await isThere(fresh)).toEqual({ row: true, bytes: true })
})

it('deletes bytes without a row, and a row without bytes', async () => {
  const stray = newId(shop.deps.clock.now())
  await writeFile(join(shop.deps.mediaWriter.folder, stray), 'bytes')
  await touch(stray, 8)
  const empty = await arrive(shop.deps, { slot: 'film', content: sample('air-law.mp4'), received: 1 })
  await shop.deps.mediaWriter.discard(empty)
  shop.deps.clock.advance(8 * DAY)
  await deleteOldUploads(shop.deps)
  expect(await isThere(stray)).toEqual({ row: false, bytes: false })
  expect(await isThere(empty)).toEqual({ row: false, bytes: false })
})

it('deletes a video two days after it was replaced, never one in use or the owner’s own', async () => {
  const publish = async (name: string) => {
    const id = await arrive(shop.deps, { slot: 'film', content: sample(name) })
    await checkUpload(shop.deps, { id })
    await publishUpload(shop.deps, { id, takeDuration: false, adminId: 'ann' })
    return (await findVideoFiles(shop.deps.db, 1)).video?.key ?? ''
  }
  const first = await publish('navigation.mp4')
  const second = await publish('meteorology.mp4')
  await shop.deps.db.replacedMedia.create({ data: { key: second, replacedAt: shop.deps.clock.now() } })
  shop.deps.clock.advance(DAY)
  await deleteOldUploads(shop.deps)
  expect(await shop.deps.media.stat(first)).not.toBeNull()
  shop.deps.clock.advance(1.1 * DAY)
  await Promise.all([deleteOldUploads(shop.deps), deleteOldUploads(shop.deps)])
  expect(await shop.deps.media.stat(first)).toBeNull()
  expect(await shop.deps.media.stat(second)).not.toBeNull()
  expect(await shop.deps.media.stat('air-law.mp4')).not.toBeNull()
  expect(await shop.deps.db.replacedMedia.count()).toBe(0)
})
