import type { Cue } from './captions.ts'

/** A sentence of the video, or what stands for one. */
export type TranscriptLine = { startSeconds: number; endSeconds: number; text: string }

const SENTENCE_END = /[.?!][”’"')]*$/
/** Captions without full stops are not run together for ever. */
const LONGEST = 400

/** Captions as sentences: those that go on in the next one are joined. */
export function transcriptLines(cues: readonly Cue[]): TranscriptLine[] {
  const lines: TranscriptLine[] = []
  let isOpen = false
  for (const cue of cues) {
    const last = lines.at(-1)
    if (isOpen && last && last.text.length < LONGEST) {
      last.text = `${last.text} ${cue.text}`
      last.endSeconds = cue.endSeconds
    } else lines.push({ ...cue })
    isOpen = !SENTENCE_END.test(cue.text)
  }
  return lines
}

/** The sentence that is being said, or was said last; -1 before the first. */
export function lineAt(lines: readonly TranscriptLine[], seconds: number): number {
  return lines.findLastIndex(({ startSeconds }) => startSeconds <= seconds)
}

/** A text cut where a wish occurs in it, whatever the case and the apostrophe: every second piece is a hit. */
export function cutAtHits(text: string, wish: string): string[] {
  const sought = plain(wish.trim())
  if (sought === '') return [text]
  const lower = plain(text)
  // A few letters change their length with their case: then positions would not fit, and the text stays whole.
  if (lower.length !== text.length) return lower.includes(sought) ? ['', text, ''] : [text]
  const pieces: string[] = []
  let from = 0
  for (let at = lower.indexOf(sought); at >= 0; at = lower.indexOf(sought, from)) {
    pieces.push(text.slice(from, at), text.slice(at, at + sought.length))
    from = at + sought.length
  }
  return [...pieces, text.slice(from)]
}

/** Keyboards have the straight apostrophe, captions the curved one. */
function plain(text: string): string {
  return text.toLowerCase().replaceAll('’', "'")
}
