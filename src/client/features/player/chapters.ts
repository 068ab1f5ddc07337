export type Chapter = { startSeconds: number; endSeconds: number; title: string }

const TIMING = /^((?:\d+:)?\d{2}:\d{2}\.\d{3})[ \t]+-->[ \t]+((?:\d+:)?\d{2}:\d{2}\.\d{3})/

/**
 * The chapters of a WebVTT file, in order of their start (W3C WebVTT §4). A block without a timing line is a
 * note, a style or damage, and is passed over; so is a chapter without a title.
 */
export function parseChapters(vtt: string): Chapter[] {
  const blocks = vtt.replace(/\r\n?/g, '\n').split(/\n{2,}/)
  return blocks.flatMap(parseBlock).toSorted((a, b) => a.startSeconds - b.startSeconds)
}

function parseBlock(block: string): Chapter[] {
  const lines = block.split('\n').map((line) => line.trim())
  const at = lines.findIndex((line) => TIMING.test(line))
  const timing = TIMING.exec(lines[at] ?? '')
  const title = lines
    .slice(at + 1)
    .join(' ')
    .trim()
  if (!timing?.[1] || !timing[2] || title === '') return []
  return [{ startSeconds: toSeconds(timing[1]), endSeconds: toSeconds(timing[2]), title }]
}

function toSeconds(timestamp: string): number {
  return timestamp.split(':').reduce((total, part) => total * 60 + Number(part), 0)
}

/** Where a position lies: the last chapter that has begun; -1 before the first. */
export function chapterAt(chapters: readonly Chapter[], seconds: number): number {
  return chapters.findLastIndex(({ startSeconds }) => startSeconds <= seconds)
}
