import { mediaFaults } from '#shared/messages/catalog.ts'
import type { Finding } from './media-mp4.ts'

type Cue = { startMs: number; endMs: number; text: string }

/** What a WebVTT file holds; `lastMs` is where its last cue ends. */
export type WordsFacts = { cues: Cue[]; lastMs: number }

const TIMING = /^(\S+)[ \t]+-->[ \t]+(\S+)/
const TIME = /^(?:(\d{2,}):)?([0-5]\d):([0-5]\d)\.(\d{3})$/

/**
 * Reads captions or chapters (WebVTT, W3C). Stricter than a browser, which drops what it cannot read without a
 * word: a cue with times that are none, that ends before it starts or has no words is a fault. Chapters follow one
 * another without overlapping.
 */
export function readVtt(text: string, form: 'words' | 'chapters'): Finding<WordsFacts> {
  const lines = text.split(/\r\n|\r|\n/)
  if (!/^WEBVTT(?:[ \t]|$)/.test(lines[0] ?? '')) return { fault: mediaFaults.notVtt }
  const found = readCues(lines)
  if ('fault' in found) return found
  const cues = found.facts
  if (cues.length === 0) return { fault: mediaFaults.noCues }
  const overlap =
    form === 'chapters' ? cues.find((cue, index) => cue.startMs < (cues[index - 1]?.endMs ?? 0)) : null
  if (overlap) return { fault: mediaFaults.chaptersMixed(overlap.line) }
  return {
    facts: {
      cues: cues.map(({ startMs, endMs, text: words }) => ({ startMs, endMs, text: words })),
      lastMs: Math.max(...cues.map(({ endMs }) => endMs)),
    },
  }
}

type PlacedCue = Cue & { line: number }

/** Blocks stand between empty lines; those without an arrow (NOTE, STYLE, REGION, the head) are no cues. */
function readCues(lines: readonly string[]): Finding<PlacedCue[]> {
  const cues: PlacedCue[] = []
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? ''
    if (!line.includes('-->')) continue
    const words = linesUntilBlank(lines, index + 1)
    const cue = readCue(line, words.join('\n').trim(), index + 1)
    if ('fault' in cue) return cue
    cues.push(cue.facts)
    index += words.length
  }
  return { facts: cues }
}

function linesUntilBlank(lines: readonly string[], from: number): string[] {
  const end = lines.findIndex((line, index) => index >= from && line.trim() === '')
  return lines.slice(from, end < 0 ? lines.length : end)
}

function readCue(timing: string, text: string, line: number): Finding<PlacedCue> {
  const [, from = '', to = ''] = TIMING.exec(timing.trim()) ?? []
  const startMs = readTime(from)
  const endMs = readTime(to)
  if (startMs === null || endMs === null) return { fault: mediaFaults.badTime(line) }
  if (endMs <= startMs) return { fault: mediaFaults.endsBeforeStart(line) }
  if (text === '') return { fault: mediaFaults.noWords(line) }
  return { facts: { startMs, endMs, text, line } }
}

function readTime(text: string): number | null {
  const found = TIME.exec(text)
  if (!found) return null
  const [, hours = '0', minutes = '0', seconds = '0', rest = '0'] = found
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(rest)
}
