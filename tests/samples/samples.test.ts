import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readStoryboard } from '#server/features/catalog/uploads/storyboards.ts'
import { CATEGORIES } from '#shared/catalog/catalog.ts'

const folder = fileURLToPath(new URL('../../samples/films/', import.meta.url))

const sampleSchema = z.strictObject({
  slug: z.string(),
  kind: z.enum(['film', 'promo', 'snippet']),
  category: z.enum(CATEGORIES.map(({ slug }) => slug)).nullable(),
  title: z.string().min(1),
  file: z.string(),
  durationSeconds: z.number().positive(),
  width: z.int(),
  height: z.int(),
  bytes: z.int().positive(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})
const wholeSchema = sampleSchema.extend({
  width: z.literal(1280),
  height: z.literal(720),
  captions: z.string(),
  chapters: z.string(),
  poster: z.string(),
  storyboard: z.string(),
})
type Sample = z.infer<typeof wholeSchema>

const listed = z
  .array(z.looseObject({ height: z.int() }))
  .parse(JSON.parse(readFileSync(join(folder, 'films.json'), 'utf8')))
const samples = z.array(wholeSchema).parse(listed.filter(({ height }) => height === 720))
/** Smaller pictures of the same videos, which have no files beside them. */
const renditions = z.array(sampleSchema).parse(listed.filter(({ height }) => height !== 720))
const ofKind = (kind: Sample['kind']) => samples.filter((sample) => sample.kind === kind)
const bytesOf = (name: string) => readFileSync(join(folder, name))

type Box = { type: string; body: Buffer }

/** The boxes of an MP4 file, or of the body of one that holds others (ISO/IEC 14496-12). */
function boxesOf(bytes: Buffer): Box[] {
  const boxes: Box[] = []
  let at = 0
  while (at + 8 <= bytes.length) {
    const size = bytes.readUInt32BE(at)
    if (size < 8) throw new Error(`A box of ${size} bytes at ${at}`)
    boxes.push({ type: bytes.toString('latin1', at + 4, at + 8), body: bytes.subarray(at + 8, at + size) })
    at += size
  }
  return boxes
}

function findBox(bytes: Buffer, ...path: string[]): Buffer {
  return path.reduce((body, type) => {
    const box = boxesOf(body).find((candidate) => candidate.type === type)
    if (!box) throw new Error(`No ${type} box`)
    return box.body
  }, bytes)
}

function startsFast(bytes: Buffer) {
  const types = boxesOf(bytes).map(({ type }) => type)
  return types.includes('moov') && types.indexOf('moov') < types.indexOf('mdat')
}

/** Seconds between one key frame of the picture and the next, at its steady frame rate. */
function keyFrameGaps(bytes: Buffer) {
  const media = findBox(bytes, 'moov', 'trak', 'mdia')
  const timescale = findBox(media, 'mdhd').readUInt32BE(12)
  const table = findBox(media, 'minf', 'stbl')
  const frameSeconds = findBox(table, 'stts').readUInt32BE(12) / timescale
  const sync = findBox(table, 'stss')
  const numbers = Array.from({ length: sync.readUInt32BE(4) }, (_, i) => sync.readUInt32BE(8 + i * 4))
  return numbers.slice(1).map((frame, i) => (frame - (numbers[i] ?? 0)) * frameSeconds)
}

type Cue = { start: number; end: number; words: string }

function secondsOf(stamp: string) {
  const [hours = Number.NaN, minutes = Number.NaN, seconds = Number.NaN] = stamp.split(':').map(Number)
  return hours * 3600 + minutes * 60 + seconds
}

function cuesOf(name: string): Cue[] {
  const [signature, ...blocks] = bytesOf(name).toString('utf8').trim().split('\n\n')
  expect(signature).toBe('WEBVTT')
  return blocks.map((block) => {
    const [times = '', ...words] = block.split('\n')
    const [start = '', end = ''] = times.split(' --> ')
    return { start: secondsOf(start), end: secondsOf(end), words: words.join('\n') }
  })
}

describe('the list of sample videos', () => {
  it('has a video and a snippet for each category, and one promo', () => {
    const slugs = CATEGORIES.map(({ slug }) => slug)
    expect(ofKind('film').map(({ slug, category }) => [slug, category])).toEqual(
      slugs.map((slug) => [slug, slug]),
    )
    expect(ofKind('snippet').map(({ category }) => category)).toEqual(slugs)
    expect(ofKind('promo').map(({ category }) => category)).toEqual([null])
  })

  it('names every file in the folder and no other', () => {
    const named = samples.flatMap((sample) => [
      sample.file,
      sample.captions,
      sample.chapters,
      sample.poster,
      sample.storyboard,
    ])
    const smaller = renditions.map(({ file }) => file)
    expect(readdirSync(folder).sort()).toEqual([...named, ...smaller, 'films.json'].sort())
  })

  it('stays small enough to keep in the repository', () => {
    const total = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
    expect(total).toBeLessThan(25_000_000)
  })

  it.each([
    ['film', 60, 120],
    ['promo', 60, 120],
    ['snippet', 10, 21],
  ] as const)('keeps each %s between %d and %d seconds', (kind, shortest, longest) => {
    for (const { durationSeconds } of ofKind(kind)) {
      expect(durationSeconds).toBeGreaterThanOrEqual(shortest)
      expect(durationSeconds).toBeLessThanOrEqual(longest)
    }
  })
})

describe.each([...samples, ...renditions])('the file $file', (sample) => {
  const bytes = bytesOf(sample.file)

  it('is the file that was listed', () => {
    expect(bytes.length).toBe(sample.bytes)
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sample.sha256)
  })

  it('starts before it is loaded whole, lasts as long as listed, and can be sought every two seconds', () => {
    expect(startsFast(bytes)).toBe(true)
    const header = findBox(bytes, 'moov', 'mvhd')
    expect(header.readUInt32BE(16) / header.readUInt32BE(12)).toBeCloseTo(sample.durationSeconds, 1)
    expect(Math.max(0, ...keyFrameGaps(bytes))).toBeLessThanOrEqual(2)
  })
})

describe('a smaller picture', () => {
  it('is there of one video at least, and takes fewer bytes for the same seconds', () => {
    expect(renditions.length).toBeGreaterThan(0)
    for (const { slug, width, height, bytes, durationSeconds } of renditions) {
      const whole = samples.find((sample) => sample.slug === slug)
      expect(durationSeconds).toBeCloseTo(whole?.durationSeconds ?? 0, 1)
      expect(bytes).toBeLessThan(whole?.bytes ?? 0)
      expect(width / height).toBeCloseTo(16 / 9, 2)
    }
  })
})

describe.each(samples)('the video $slug', (sample) => {
  it('has captions from its first words to its last, none too long and none overlapping', () => {
    const cues = cuesOf(sample.captions)
    expect(cues[0]?.start).toBeLessThan(2)
    expect(cues.at(-1)?.end).toBeGreaterThan(sample.durationSeconds - 3)
    expect(cues.at(-1)?.end).toBeLessThanOrEqual(sample.durationSeconds)
    for (const [index, cue] of cues.entries()) {
      const before = cues[index - 1]?.end ?? 0
      expect(cue.start).toBeGreaterThanOrEqual(before)
      expect(cue.start - before).toBeLessThan(4)
      expect(cue.end).toBeGreaterThan(cue.start)
      expect(cue.words.length).toBeGreaterThan(0)
      expect(cue.words.length).toBeLessThanOrEqual(80)
    }
  })

  it('has captions that begin with a capital after a full stop and not after a comma, with one kind of apostrophe', () => {
    const words = cuesOf(sample.captions).map((cue) => cue.words)
    for (const [index, text] of words.entries()) {
      expect(text).not.toMatch(/['"]/)
      const before = words[index - 1]
      if (before?.endsWith(',')) expect(text).toMatch(/^[a-z0-9]/)
      if (before?.endsWith('.')) expect(text).toMatch(/^[A-Z0-9]/)
    }
  })

  it('has chapters that follow one another from the beginning to the end', () => {
    const chapters = cuesOf(sample.chapters)
    expect(chapters[0]?.start).toBe(0)
    expect(chapters.at(-1)?.end).toBeCloseTo(sample.durationSeconds, 2)
    chapters.slice(1).forEach((chapter, index) => {
      expect(chapter.start).toBe(chapters[index]?.end)
      expect(chapter.end).toBeGreaterThan(chapter.start)
    })
    if (sample.kind !== 'film') return
    expect(chapters.length).toBeGreaterThanOrEqual(3)
    expect(chapters.length).toBeLessThanOrEqual(5)
  })

  it('has a storyboard that the shop would take', () => {
    const base64 = bytesOf(sample.storyboard).toString('base64')
    expect(readStoryboard(base64, sample.durationSeconds).contentType).toBe('image/webp')
  })

  it('has a JPEG poster of at most 60 kB', () => {
    const poster = bytesOf(sample.poster)
    expect(poster.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
    expect(poster.length).toBeLessThanOrEqual(60_000)
  })
})

describe('the check of the box order', () => {
  const box = (type: string) => Buffer.concat([Buffer.from([0, 0, 0, 8]), Buffer.from(type, 'latin1')])

  it('refuses a file whose index comes last', () => {
    expect(startsFast(Buffer.concat([box('ftyp'), box('moov'), box('mdat')]))).toBe(true)
    expect(startsFast(Buffer.concat([box('ftyp'), box('mdat'), box('moov')]))).toBe(false)
    expect(startsFast(box('mdat'))).toBe(false)
  })
})
