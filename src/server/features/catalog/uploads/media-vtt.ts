import { type Cue, parseVtt, type VttBlock } from '#shared/catalog/vtt.ts'
import { mediaErrors } from '#shared/messages/catalog.ts'
import type { Finding } from './media-mp4.ts'

/** The contents of a WebVTT file; `lastSeconds` is the end of its last cue. */
export type WordsDetails = { cues: Cue[]; lastSeconds: number }

/**
 * Checks captions or chapters (W3C WebVTT). A browser drops what it cannot read; here a cue with invalid times, an end
 * before its start or no text is an error. Chapters do not overlap.
 */
export function readVtt(text: string, form: 'words' | 'chapters'): Finding<WordsDetails> {
  if (!/^WEBVTT(?:[ \t\r\n]|$)/.test(text)) return { error: mediaErrors.notVtt }
  const cues: Cue[] = []
  for (const block of parseVtt(text)) {
    const cue = readCue(block)
    if ('error' in cue) return cue
    const overlaps = form === 'chapters' && cue.details.startSeconds < (cues.at(-1)?.endSeconds ?? 0)
    if (overlaps) return { error: mediaErrors.chaptersMixed(block.line) }
    cues.push(cue.details)
  }
  if (cues.length === 0) return { error: mediaErrors.noCues }
  return { details: { cues, lastSeconds: Math.max(...cues.map(({ endSeconds }) => endSeconds)) } }
}

function readCue({ line, times, text }: VttBlock): Finding<Cue> {
  if (times === null) return { error: mediaErrors.badTime(line) }
  if (times.endSeconds <= times.startSeconds) return { error: mediaErrors.endsBeforeStart(line) }
  const joined = text.join('\n').trim()
  return joined === '' ? { error: mediaErrors.noWords(line) } : { details: { ...times, text: joined } }
}
