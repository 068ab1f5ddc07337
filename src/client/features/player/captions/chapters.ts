import { parseVtt } from '#shared/catalog/vtt.ts'

export type Chapter = { startSeconds: number; endSeconds: number; title: string }

/** The chapters of a WebVTT file, in order of their start; one without a title is passed over. */
export function parseChapters(vtt: string): Chapter[] {
  return parseVtt(vtt)
    .flatMap(({ times, text }) => (times ? [{ ...times, title: text.join(' ').trim() }] : []))
    .filter(({ title }) => title !== '')
    .toSorted((a, b) => a.startSeconds - b.startSeconds)
}

/** Where a position lies: the last chapter that has begun; -1 before the first. */
export function chapterAt(chapters: readonly Chapter[], seconds: number): number {
  return chapters.findLastIndex(({ startSeconds }) => startSeconds <= seconds)
}
