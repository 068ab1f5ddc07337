import { clockTime } from '#client/features/player/parts/clock-time.ts'
import type { NoteOutput } from '#shared/schemas/notes.ts'

/** A student's notes on a video as a text file: each with its place, in the order of the video. */
export function notesText(title: string, notes: readonly NoteOutput[]): string {
  const entries = notes.map(({ positionSeconds, body }) => `${clockTime(positionSeconds)}\n${body}\n`)
  return [`${title}: notes\n`, ...entries].join('\n')
}

/** "navigation-notes.txt" */
export function notesFileName(slug: string): string {
  return `${slug}-notes.txt`
}
