import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkUpload } from '#server/features/catalog/uploads/check-upload.ts'
import type { MediaSlot } from '#shared/catalog/media-slots.ts'
import { mediaErrors, mediaRemarks } from '#shared/messages/catalog.ts'
import { arrive, sample } from '#tests/server/features/catalog/arrivals.ts'
import { createTestShop, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

const check = async (slot: MediaSlot, content: Buffer) =>
  checkUpload(shop.deps, { id: await arrive(shop.deps, { slot, content }) })

describe('a usable file', () => {
  it('is ready with its facts; a repeated check gives the same result', async () => {
    const content = sample('navigation.mp4')
    const sha256 = createHash('sha256').update(content).digest('hex')
    const id = await arrive(shop.deps, { slot: 'film', content })
    const upload = await checkUpload(shop.deps, { id })
    expect(upload).toMatchObject({
      status: 'ready',
      contentType: 'video/mp4',
      sha256,
      key: `up-${sha256}.mp4`,
      durationSeconds: 118.6,
      width: 1280,
      height: 720,
      refusal: null,
    })
    expect(await checkUpload(shop.deps, { id })).toEqual(upload)
  })

  it('may be captions, chapters or an image', async () => {
    expect(await check('captions', sample('air-law.vtt'))).toMatchObject({
      status: 'ready',
      contentType: 'text/vtt; charset=utf-8',
      remarks: [],
    })
    expect(await check('chapters', sample('air-law.chapters.vtt'))).toMatchObject({ status: 'ready' })
    expect(await check('image', sample('air-law.jpg'))).toMatchObject({
      contentType: 'image/jpeg',
      width: 960,
    })
  })

  it('has a remark where its captions last longer than the video', async () => {
    const words = Buffer.from('WEBVTT\n\n00:10:00.000 --> 00:10:01.000\nToo late')
    expect(await check('captions', words)).toMatchObject({
      status: 'ready',
      remarks: [mediaRemarks.pastTheEnd],
    })
  })
})

describe('an unusable file', () => {
  it.each<[string, MediaSlot, () => Buffer, string]>([
    [
      'words in place of a film',
      'film',
      () => sample('air-law.vtt'),
      mediaErrors.notMp4(mediaErrors.unknownFile),
    ],
    ['half a film', 'film', () => sample('air-law.mp4').subarray(0, 900_000), mediaErrors.cutOff],
    ['a film in place of words', 'captions', () => sample('air-law-snippet.mp4'), mediaErrors.notUtf8],
    ['captions in place of chapters', 'image', () => sample('air-law.vtt'), mediaErrors.notImage],
    [
      'words in another alphabet',
      'captions',
      () => Buffer.from('WEBVTT\n\ncaf\xe9', 'latin1'),
      mediaErrors.notUtf8,
    ],
  ])('%s: refused in words, and nothing of it is kept', async (_what, slot, content, refusal) => {
    const upload = await check(slot, content())
    expect(upload).toMatchObject({ status: 'refused', refusal, key: null })
    expect(await shop.deps.mediaWriter.received(upload.id)).toBeNull()
  })
})

it('an incomplete upload continues where it stopped', async () => {
  const id = await arrive(shop.deps, { slot: 'film', content: sample('air-law.mp4'), received: 1_000 })
  await expect(checkUpload(shop.deps, { id })).rejects.toMatchObject({ code: 'UPLOAD_NOT_WHOLE' })
  expect(await shop.deps.mediaWriter.received(id)).toBe(1_000)
})

it('a deleted upload is not found', async () => {
  await expect(checkUpload(shop.deps, { id: 'nobody' })).rejects.toMatchObject({ code: 'UPLOAD_NOT_FOUND' })
})
