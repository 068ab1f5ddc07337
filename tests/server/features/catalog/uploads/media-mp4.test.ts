import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readMp4 } from '#server/features/catalog/uploads/media-mp4.ts'
import { mediaFaults } from '#shared/messages/catalog.ts'

const folder = new URL('../../../../samples/films/', import.meta.url)
const film = (name: string) => new Uint8Array(readFileSync(new URL(name, folder)))
const judge = (bytes: Uint8Array, size = bytes.length) =>
  readMp4(async (offset, length) => bytes.subarray(offset, offset + length), size)

const AIR_LAW = film('air-law.mp4')

/** A copy with some bytes put over it; `at` is a place, or letters whose first appearance is meant. */
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

/** The index and the film itself in the other order. */
function withIndexLast(): Uint8Array {
  const head = Buffer.from(AIR_LAW.buffer)
  const index = { start: head.indexOf('moov') - 4 }
  const length = head.readUInt32BE(index.start)
  const before = AIR_LAW.subarray(0, index.start)
  const after = AIR_LAW.subarray(index.start + length)
  return Uint8Array.from(Buffer.concat([before, after, AIR_LAW.subarray(index.start, index.start + length)]))
}

describe('the sample films', () => {
  it.each([
    ['air-law.mp4', 90.9],
    ['navigation.mp4', 118.6],
    ['principles-of-flight.mp4', 81.451],
    ['communications-snippet.mp4', null],
    ['promo.mp4', null],
  ])('%s can be played and says how long it is', async (name, seconds) => {
    const found = await judge(film(name))
    if ('fault' in found) throw new Error(found.fault)
    expect(found.facts).toMatchObject({ width: 1280, height: 720 })
    if (seconds !== null) expect(found.facts.durationSeconds).toBeCloseTo(seconds, 1)
    expect(found.facts.durationSeconds).toBeGreaterThan(1)
  })

  it('are read by their index alone, however large they are', async () => {
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

describe('what cannot be used is refused in words', () => {
  const text = (words: string) => Uint8Array.from(Buffer.from(words))
  it.each<[string, Uint8Array, string]>([
    ['nothing at all', new Uint8Array(), mediaFaults.empty],
    ['a text', text('WEBVTT\n\n00:01'), mediaFaults.notMp4(mediaFaults.unknownFile)],
    ['a few bytes', text('abc'), mediaFaults.notMp4(mediaFaults.unknownFile)],
    [
      'a WebM film',
      Uint8Array.from([0x1a, 0x45, 0xdf, 0xa3, 1, 2, 3, 4, 5, 6, 7, 8]),
      mediaFaults.notMp4('a WebM or Matroska film'),
    ],
    ['an AVI film', text('RIFF1234AVI LIST'), mediaFaults.notMp4('an AVI film')],
    ['a PDF', text('%PDF-1.7 and more'), mediaFaults.notMp4('a PDF')],
    ['an archive', text('PK\u0003\u0004 and more than that'), mediaFaults.notMp4('a ZIP archive')],
    ['a QuickTime film', changed(8, 'qt  '), mediaFaults.notMp4('a QuickTime film')],
    ['a film that was copied half', AIR_LAW.subarray(0, 700_000), mediaFaults.cutOff],
    ['one that lacks its last byte', AIR_LAW.subarray(0, AIR_LAW.length - 1), mediaFaults.cutOff],
    ['one that ends in its index', AIR_LAW.subarray(0, 5_000), mediaFaults.cutOff],
    ['one without an index', changed('moov', 'free'), mediaFaults.noIndex],
    ['one with its index at the end', withIndexLast(), mediaFaults.indexLast],
    ['one of fragments', changed('moov', 'moof'), mediaFaults.fragmented],
    ['one with a damaged index', changed('stsd', 'xxxx'), mediaFaults.broken],
    [
      'one whose index holds more than there is',
      changed('mdia', [0xff, 0xff, 0xff, 0xff].concat([0x6d, 0x64, 0x69, 0x61]), AIR_LAW.slice()),
      mediaFaults.broken,
    ],
    ['one in H.265', changed('avc1', 'hvc1', changed(24, 'xxxx')), mediaFaults.pictureCodec('H.265 (HEVC)')],
    [
      'one in a picture nobody knows',
      changed('avc1', 'zzz9', changed(24, 'xxxx')),
      mediaFaults.pictureCodec('zzz9'),
    ],
    ['one that is protected', changed('avc1', 'encv', changed(24, 'xxxx')), mediaFaults.encrypted],
    ['one without a picture', changed('vide', 'text'), mediaFaults.noPicture],
    ['one of no length', changed(0x40 + 8 - 8, [0, 0, 0, 0]), mediaFaults.noLength],
    ['one of a day', changed(0x40, [0x7f, 0, 0, 0]), mediaFaults.tooLong],
  ])('%s', async (_what, bytes, fault) => {
    expect(await judge(bytes)).toEqual({ fault })
  })

  it('sound that not every browser plays', async () => {
    expect(await judge(changed('mp4a', 'ac-3'))).toEqual({ fault: mediaFaults.soundCodec('Dolby Digital') })
  })
})

it('never fails in any other way, whichever byte of the index is damaged', async () => {
  const bytes = AIR_LAW.slice()
  const end = Buffer.from(bytes.buffer).indexOf('mdat')
  let refused = 0
  for (let at = 0; at < end; at += 101) {
    const was = bytes[at] ?? 0
    bytes[at] = 0xff
    const found = await judge(bytes)
    if ('fault' in found) refused++
    else expect(found.facts.durationSeconds).toBeGreaterThan(0)
    bytes[at] = was
  }
  expect(refused).toBeGreaterThan(0)
})
