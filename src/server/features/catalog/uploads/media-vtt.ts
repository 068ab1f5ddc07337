import { parseVtt, type VttBlock } from '#shared/catalog/vtt.ts'
import { mediaFaults } from '#shared/messages/catalog.ts'
import type { Finding } from './media-mp4.ts'

type Cue = { startSeconds: number; endSeconds: number; text: string }

/** What a WebVTT file holds; `lastSeconds` is where its last cue ends. */
export type WordsFacts = { cues: Cue[]; lastSeconds: number }

/**
 * Checks captions or chapters (W3C WebVTT). A browser drops what it cannot read; here a cue with times that are none,
 * that ends before it starts or has no text is an error. Chapters do not overlap.
 */
export function readVtt(text: string, form: 'words' | 'chapters'): Finding<WordsFacts> {
  if (!/^WEBVTT(?:[ \t\r\n]|$)/.test(text)) return { fault: mediaFaults.notVtt }
  const cues: Cue[] = []
  for (const block of parseVtt(text)) {
    const cue = readCue(block)
    if ('fault' in cue) return cue
    const overlaps = form === 'chapters' && cue.facts.startSeconds < (cues.at(-1)?.endSeconds ?? 0)
    if (overlaps) return { fault: mediaFaults.chaptersMixed(block.line) }
    cues.push(cue.facts)
  }
  if (cues.length === 0) return { fault: mediaFaults.noCues }
  return { facts: { cues, lastSeconds: Math.max(...cues.map(({ endSeconds }) => endSeconds)) } }
}

function readCue({ line, times, text }: VttBlock): Finding<Cue> {
  if (times === null) return { fault: mediaFaults.badTime(line) }
  if (times.endSeconds <= times.startSeconds) return { fault: mediaFaults.endsBeforeStart(line) }
  const joined = text.join('\n').trim()
  return joined === '' ? { fault: mediaFaults.noWords(line) } : { facts: { ...times, text: joined } }
}
