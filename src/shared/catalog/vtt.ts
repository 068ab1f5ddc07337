/** A block of a WebVTT file with an arrow in it. `times` is null where they cannot be read; `line` counts from 1. */
export type VttBlock = { line: number; times: VttTimes | null; text: readonly string[] }
type VttTimes = { startSeconds: number; endSeconds: number }

const TIMING = /^(\S+)[ \t]+-->[ \t]+(\S+)/
const TIME = /^(?:(\d{2,}):)?([0-5]\d):([0-5]\d\.\d{3})$/

/** The cues of a WebVTT file, in its order (W3C WebVTT §4). Blocks without an arrow are notes, styles or the head. */
export function parseVtt(vtt: string): VttBlock[] {
  const lines = vtt.split(/\r\n|\r|\n/).map((line) => line.trim())
  const blocks: VttBlock[] = []
  for (let index = 0; index < lines.length; index++) {
    const timing = lines[index] ?? ''
    if (!timing.includes('-->')) continue
    const end = lines.indexOf('', index)
    const text = lines.slice(index + 1, end < 0 ? undefined : end)
    blocks.push({ line: index + 1, times: parseTimes(timing), text })
    index += text.length
  }
  return blocks
}

function parseTimes(timing: string): VttTimes | null {
  const [, start = '', end = ''] = TIMING.exec(timing) ?? []
  const startSeconds = parseTime(start)
  const endSeconds = parseTime(end)
  return startSeconds === null || endSeconds === null ? null : { startSeconds, endSeconds }
}

function parseTime(text: string): number | null {
  const [, hours = '0', minutes, seconds] = TIME.exec(text) ?? []
  if (minutes === undefined) return null
  return Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)
}

/** One caption or chapter: its words, and the time for which they stand. */
export type Cue = { startSeconds: number; endSeconds: number; text: string }

/** The cues of a WebVTT file in order of their start, as plain text; those without any are left out. */
export function parseCues(vtt: string): Cue[] {
  return parseVtt(vtt)
    .flatMap(({ times, text }) => (times ? [{ ...times, text: plainText(text) }] : []))
    .filter(({ text }) => text !== '')
    .toSorted((a, b) => a.startSeconds - b.startSeconds)
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&nbsp;': ' ',
  '&lrm;': '',
  '&rlm;': '',
}

/** The text of a cue without its marks (W3C WebVTT §4.2.2). */
function plainText(lines: readonly string[]): string {
  return lines
    .join(' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:amp|lt|gt|nbsp|lrm|rlm);/g, (entity) => ENTITIES[entity] ?? '')
    .replace(/\s+/g, ' ')
    .trim()
}
