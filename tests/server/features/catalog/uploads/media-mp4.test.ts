import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readMp4 } from '#server/features/catalog/uploads/media-mp4.ts'
import { mediaErrors } from '#shared/messages/catalog.ts'

const folder = new URL('../../../../../samples/films/', import.meta.url)
const video = (name: string) => new Uint8Array(readFileSync(new URL(name, folder)))
const check = (bytes: Uint8Array, size = bytes.length) =>
  readMp4(async (offset, length) => bytes.subarray(offset, offset + length), size)

const AIR_LAW = video('air-law.mp4')

/** A copy with some bytes replaced; `at` is a position, or the first occurrence of these letters. */
function changed(
  at: number | string,
  bytes: readonly number[] | string,
  from: Uint8Array = AIR_LAW,
): Uint8Array {
  const copy = from.slice()
  const place = typeof at === 'number' ? at : Buffer.from(copy).indexOf(at)
  if (place < 0) throw new Error(`${at} is not in the film`)
  copy.set(typeof bytes === 'string' ? Buffer.from(bytes) : bytes, place)
  return copy
}

/** The video with its index at the end. */
function withIndexLast(): Uint8Array {
  const head = Buffer.from(AIR_LAW.buffer)
  const index = { start: head.indexOf('moov') - 4 }
  const length = head.readUInt32BE(index.start)
  const before = AIR_LAW.subarray(0, index.start)
  const after = AIR_LAW.subarray(index.start + length)
  return Uint8Array.from(Buffer.concat([before, after, AIR_LAW.subarray(index.start, index.start + length)]))
}

describe('the sample videos', () => {
  it.each([
    ['air-law.mp4', 90.9],
    ['navigation.mp4', 118.6],
    ['principles-of-flight.mp4', 81.451],
    ['communications-snippet.mp4', null],
    ['promo.mp4', null],
  ])('%s can be played and says how long it is', async (name, seconds) => {
    const found = await check(video(name))
    if ('error' in found) throw new Error(found.error)
    expect(found.details).toMatchObject({ width: 1280, height: 720 })
    if (seconds !== null) expect(found.details.durationSeconds).toBeCloseTo(seconds, 1)
    expect(found.details.durationSeconds).toBeGreaterThan(1)
  })

  it('are read by their index alone, whatever their size', async () => {
    let most = 0
    let sum = 0
    await readMp4(async (offset, length) => {
      most = Math.max(most, length)
      sum += length
      return AIR_LAW.subarray(offset, offset + length)
    }, AIR_LAW.length)
    expect(most).toBeLessThan(100_000)
    expect(sum).toBeLessThan(AIR_LAW.length / 10)
  })
})

describe('an unusable file is refused with a reason', () => {
  const text = (words: string) => Uint8Array.from(Buffer.from(words))
  it.each<[string, Uint8Array, string]>([
    ['nothing at all', new Uint8Array(), mediaErrors.empty],
    ['a text', text('WEBVTT\n\n00:01'), mediaErrors.notMp4(mediaErrors.unknownFile)],
    ['a few bytes', text('abc'), mediaErrors.notMp4(mediaErrors.unknownFile)],
    [
      'a WebM film',
      Uint8Array.from([0x1a, 0x45, 0xdf, 0xa3, 1, 2, 3, 4, 5, 6, 7, 8]),
      mediaErrors.notMp4('a WebM or Matroska film'),
    ],
    ['an AVI film', text('RIFF1234AVI LIST'), mediaErrors.notMp4('an AVI film')],
    ['a PDF', text('%PDF-1.7 and more'), mediaErrors.notMp4('a PDF')],
    ['an archive', text('PK\u0003\u0004 and more than that'), mediaErrors.notMp4('a ZIP archive')],
    ['a QuickTime film', changed(8, 'qt  '), mediaErrors.notMp4('a QuickTime film')],
    ['a film that was copied half', AIR_LAW.subarray(0, 700_000), mediaErrors.cutOff],
    ['one that lacks its last byte', AIR_LAW.subarray(0, AIR_LAW.length - 1), mediaErrors.cutOff],
    ['one that ends in its index', AIR_LAW.subarray(0, 5_000), mediaErrors.cutOff],
    ['one without an index', changed('moov', 'free'), mediaErrors.noIndex],
    ['one with its index at the end', withIndexLast(), mediaErrors.indexLast],
    ['one of fragments', changed('moov', 'moof'), mediaErrors.fragmented],
    ['one with a damaged index', changed('stsd', 'xxxx'), mediaErrors.broken],
    [
      'one whose index holds more than there is',
      changed('mdia', [0xff, 0xff, 0xff, 0xff].concat([0x6d, 0x64, 0x69, 0x61]), AIR_LAW.slice()),
      mediaErrors.broken,
    ],
    ['one in H.265', changed('avc1', 'hvc1', changed(24, 'xxxx')), mediaErrors.pictureCodec('H.265 (HEVC)')],
    [
      'one in a picture nobody knows',
      changed('avc1', 'zzz9', changed(24, 'xxxx')),
      mediaErrors.pictureCodec('zzz9'),
    ],
    ['one that is protected', changed('avc1', 'encv', changed(24, 'xxxx')), mediaErrors.encrypted],
    ['one without a picture', changed('vide', 'text'), mediaErrors.noPicture],
    ['one of no length', changed(0x40 + 8 - 8, [0, 0, 0, 0]), mediaErrors.noLength],
    ['one of a day', changed(0x40, [0x7f, 0, 0, 0]), mediaErrors.tooLong],
  ])('%s', async (_what, bytes, error) => {
    expect(await check(bytes)).toEqual({ error })
  })

  it('for sound that not every browser plays', async () => {
    expect(await check(changed('mp4a', 'ac-3'))).toEqual({ error: mediaErrors.soundCodec('Dolby Digital') })
  })
})

it('never fails in another way, whichever byte of the index is damaged', async () => {
  const bytes = AIR_LAW.slice()
  const end = Buffer.from(bytes.buffer).indexOf('mdat')
  let refused = 0
  for (let at = 0; at < end; at += 101) {
    const was = bytes[at] ?? 0
    bytes[at] = 0xff
    const found = await check(bytes)
    if ('error' in found) refused++
    else expect(found.details.durationSeconds).toBeGreaterThan(0)
    bytes[at] = was
  }
  expect(refused).toBeGreaterThan(0)
})
