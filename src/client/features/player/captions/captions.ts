import { parseVtt } from '#shared/catalog/vtt.ts'

/** One caption: what is said, and when it is shown. */
export type Cue = { startSeconds: number; endSeconds: number; text: string }

/** The captions of a WebVTT file, in order of their start. */
export function parseCaptions(vtt: string): Cue[] {
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

/** The words of a cue without its marks (W3C WebVTT §4.2.2). */
function plainText(lines: readonly string[]): string {
  return lines
    .join(' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:amp|lt|gt|nbsp|lrm|rlm);/g, (entity) => ENTITIES[entity] ?? '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** What is to be read at a moment; several where captions overlap. */
export function captionsAt(cues: readonly Cue[], seconds: number): readonly Cue[] {
  return cues.filter(({ startSeconds, endSeconds }) => startSeconds <= seconds && seconds < endSeconds)
}
