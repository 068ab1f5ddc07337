import { mediaErrors } from '#shared/messages/catalog.ts'
import {
  findBox,
  LONGEST_BOX_HEAD,
  listBoxes,
  type Mp4Box,
  readBoxHead,
  readFourLetters,
  viewOf,
} from './mp4-boxes.ts'

/** Reads bytes of a file from a position: as many as asked for, fewer at its end. */
export type ReadBytes = (offset: number, length: number) => Promise<Uint8Array>

/** What the video's index contains. */
export type VideoDetails = { durationSeconds: number; width: number; height: number; hasSound: boolean }

/** The details of a file, or the reason why it cannot be used. */
export type Finding<Details> = { details: Details } | { error: string }

/** Six hours of video have an index of about ten megabytes. */
const LARGEST_INDEX_BYTES = 64 * 1024 * 1024
/** Ordinary videos have a few boxes at the top level; thousands mean fragments or another format. */
const MOST_TOP_BOXES = 64
const LONGEST_SECONDS = 12 * 60 * 60

/**
 * Checks an MP4 video by its index (ISO/IEC 14496-12): complete, index at the front, H.264 picture, AAC sound if any,
 * and a length. Reads the box headers and the index only.
 *
 * @param size of the file in bytes
 */
export async function readMp4(read: ReadBytes, size: number): Promise<Finding<VideoDetails>> {
  if (size === 0) return { error: mediaErrors.empty }
  const foreign = nameForeignFile(await read(0, 12))
  if (foreign) return { error: mediaErrors.notMp4(foreign) }
  const top = await readTopBoxes(read, size)
  if ('error' in top) return top
  const { index, first } = top.details
  if (!index) return { error: mediaErrors.noIndex }
  if (first && first.bodyStart < index.bodyStart) return { error: mediaErrors.indexLast }
  if (index.end - index.bodyStart > LARGEST_INDEX_BYTES) return { error: mediaErrors.indexTooLarge }
  const bytes = await read(index.bodyStart, index.end - index.bodyStart)
  try {
    return readIndex(bytes, size)
  } catch (error) {
    // Reads beyond the end throw RangeError: the index promises data that it does not hold.
    if (error instanceof RangeError) return { error: mediaErrors.broken }
    throw error
  }
}

/** The format of a file that starts with these bytes; null for MP4. */
function nameForeignFile(start: Uint8Array): string | null {
  if (start.byteLength < 12) return mediaErrors.unknownFile
  const view = viewOf(start)
  if (readFourLetters(view, 4) === 'ftyp') {
    const brand = readFourLetters(view, 8)
    if (brand === 'qt  ') return 'a QuickTime film'
    return /^(heic|heix|mif1|avif)$/.test(brand) ? 'a picture' : null
  }
  const letters = readFourLetters(view, 0)
  if (view.getUint32(0) === 0x1a45dfa3) return 'a WebM or Matroska film'
  if (letters === 'RIFF') return readFourLetters(view, 8) === 'AVI ' ? 'an AVI film' : mediaErrors.unknownFile
  if (letters === '%PDF') return 'a PDF'
  if (letters.startsWith('PK')) return 'a ZIP archive'
  return mediaErrors.unknownFile
}

type TopBoxes = { index: Mp4Box | null; first: Mp4Box | null }

/** Reads the headers of the top-level boxes up to the end of the file. */
async function readTopBoxes(read: ReadBytes, size: number): Promise<Finding<TopBoxes>> {
  const found: TopBoxes = { index: null, first: null }
  let count = 0
  for (let at = 0; at < size; count++) {
    const box = readBoxHead(await read(at, Math.min(LONGEST_BOX_HEAD, size - at)), at, size - at)
    if (!box || box.end > size) return { error: mediaErrors.cutOff }
    if (box.type === 'moof' || count > MOST_TOP_BOXES) return { error: mediaErrors.fragmented }
    if (box.type === 'moov') found.index ??= box
    if (box.type === 'mdat') found.first ??= box
    at = box.end
  }
  return { details: found }
}

function readIndex(bytes: Uint8Array, size: number): Finding<VideoDetails> {
  const boxes = listBoxes(bytes)
  if (boxes.some(({ type }) => type === 'mvex')) return { error: mediaErrors.fragmented }
  const head = boxes.find(({ type }) => type === 'mvhd')
  const durationSeconds = head ? readDuration(viewOf(bytes), head) : 0
  if (durationSeconds <= 0) return { error: mediaErrors.noLength }
  if (durationSeconds > LONGEST_SECONDS) return { error: mediaErrors.tooLong }
  const tracks = boxes.filter(({ type }) => type === 'trak').map((box) => readTrack(bytes, box))
  const picture = tracks.find(({ handler }) => handler === 'vide')
  const sound = tracks.find(({ handler }) => handler === 'soun')
  if (!picture) return { error: mediaErrors.noPicture }
  const error = checkCodecs(picture.codec, sound?.codec ?? null)
  if (error) return { error }
  if (picture.width === 0 || picture.height === 0 || picture.lastByte === 0)
    return { error: mediaErrors.broken }
  if (Math.max(picture.lastByte, sound?.lastByte ?? 0) >= size) return { error: mediaErrors.cutOff }
  const { width, height } = picture
  return { details: { durationSeconds, width, height, hasSound: sound !== undefined } }
}

/** The movie header's duration (ISO/IEC 14496-12 §8.2.2), rounded to milliseconds. */
function readDuration(view: DataView, { bodyStart }: Mp4Box): number {
  const isLong = view.getUint8(bodyStart) === 1
  const scale = view.getUint32(bodyStart + (isLong ? 20 : 12))
  const units = isLong ? Number(view.getBigUint64(bodyStart + 24)) : view.getUint32(bodyStart + 16)
  if (scale === 0 || units === 0xffffffff || !Number.isSafeInteger(units)) return 0
  return Math.round((units / scale) * 1000) / 1000
}

type Track = { handler: string; codec: string; width: number; height: number; lastByte: number }

/** Kind, codec, picture size, and the furthest file position that the track refers to. */
function readTrack(bytes: Uint8Array, track: Mp4Box): Track {
  const view = viewOf(bytes)
  const kind = findBox(bytes, track, ['mdia', 'hdlr'])
  const table = findBox(bytes, track, ['mdia', 'minf', 'stbl'])
  const described = table && findBox(bytes, table, ['stsd'])
  if (!kind || !table || !described) throw new RangeError('A track without its tables')
  const handler = readFourLetters(view, kind.bodyStart + 8)
  // After version, flags and count comes the first entry: length, four letters, and its fields.
  const entry = described.bodyStart + 8
  const isPicture = handler === 'vide'
  return {
    handler,
    codec: readFourLetters(view, entry + 4),
    width: isPicture ? view.getUint16(entry + 32) : 0,
    height: isPicture ? view.getUint16(entry + 34) : 0,
    lastByte: readLastOffset(view, findBox(bytes, table, ['stco']), findBox(bytes, table, ['co64'])),
  }
}

function readLastOffset(view: DataView, short: Mp4Box | null, long: Mp4Box | null): number {
  const box = short ?? long
  if (!box) throw new RangeError('A track without chunks')
  const width = short ? 4 : 8
  const count = view.getUint32(box.bodyStart + 4)
  if (box.bodyStart + 8 + count * width > box.end) throw new RangeError('Fewer chunks than promised')
  let last = 0
  for (let index = 0; index < count; index++) {
    const at = box.bodyStart + 8 + index * width
    last = Math.max(last, short ? view.getUint32(at) : Number(view.getBigUint64(at)))
  }
  return last
}

const CODEC_NAMES: Readonly<Record<string, string>> = {
  hvc1: 'H.265 (HEVC)',
  hev1: 'H.265 (HEVC)',
  av01: 'AV1',
  vp09: 'VP9',
  mp4v: 'MPEG-4 Visual',
  apcn: 'ProRes',
  apch: 'ProRes',
  'ac-3': 'Dolby Digital',
  'ec-3': 'Dolby Digital Plus',
  Opus: 'Opus',
  alac: 'Apple Lossless',
  fLaC: 'FLAC',
  '.mp3': 'MP3',
}

/** The names of H.264 and AAC in MP4 (RFC 6381); null where every browser plays both. */
function checkCodecs(picture: string, sound: string | null): string | null {
  if (picture === 'encv' || sound === 'enca') return mediaErrors.encrypted
  if (picture !== 'avc1' && picture !== 'avc3')
    return mediaErrors.pictureCodec(CODEC_NAMES[picture] ?? picture)
  if (sound !== null && sound !== 'mp4a') return mediaErrors.soundCodec(CODEC_NAMES[sound] ?? sound)
  return null
}
