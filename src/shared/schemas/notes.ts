import { z } from 'zod'
import { noteMaxLength, notesPerVideo, searchMaxLength, searchResults } from '#shared/limits.ts'
import { notesMessages } from '#shared/messages/notes.ts'
import { isoTime, opaqueId, optionalText, requiredLines, requiredText, videoId } from './primitives.ts'

export const notesInput = z.object({ userId: opaqueId, videoId })

/** A new note, or with an id a note that is written again. */
export const noteSaveInput = z.object({
  userId: opaqueId,
  videoId,
  id: optionalText(64),
  positionSeconds: z.number().min(0).max(86_400),
  body: requiredLines(noteMaxLength, notesMessages.empty),
})
export type NoteSaveInput = z.output<typeof noteSaveInput>

export const noteRemoveInput = z.object({ userId: opaqueId, id: opaqueId })

export const noteOutput = z.object({
  id: z.string(),
  videoId: z.int(),
  positionSeconds: z.number(),
  body: z.string(),
  createdAt: isoTime,
  updatedAt: isoTime,
})
export type NoteOutput = z.output<typeof noteOutput>

/** In the order of the video. */
export const notesOutput = z.array(noteOutput).max(notesPerVideo)

export const searchInput = z.object({
  userId: opaqueId,
  text: requiredText(searchMaxLength, notesMessages.searchEmpty),
})

const searchResult = z.object({
  kind: z.enum(['transcript', 'note']),
  videoId: z.int(),
  seconds: z.number(),
  text: z.string(),
  /** The text in pieces: every second is a word that was found. */
  pieces: z.array(z.string()),
})
export type SearchResult = z.output<typeof searchResult>

/** The best places first. */
export const searchOutput = z.array(searchResult).max(searchResults)
