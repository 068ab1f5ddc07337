import { isCompleted } from '#shared/progress/progress.ts'

/** Where a student is in a video. */
export type Progress = {
  percent: number
  /** Null where the last save held only the percentage. */
  positionSeconds: number | null
  /** Once true it stays true, bought again or not. */
  completed: boolean
  /** The opening of a player, and the count of its saves; null where no save carried them yet. */
  playSession: string | null
  sequence: number | null
}

/**
 * The model of saveProgress, which does the same in SQL. What is kept when a save arrives (requirements §5). Within a play session the sequence decides, so that a
 * save that was overtaken changes nothing but `completed`. Between sessions, and for saves that carry none,
 * the order of arrival does; a save without a session leaves the session's count standing.
 */
export function mergeSave(current: Progress | null, incoming: Progress): Progress {
  const completed = (current?.completed ?? false) || incoming.completed || isCompleted(incoming.percent)
  if (current === null) return { ...incoming, completed }
  if (isOvertaken(current, incoming)) return { ...current, completed }
  const { playSession, sequence } = incoming.playSession === null ? current : incoming
  return { ...incoming, completed, playSession, sequence }
}

function isOvertaken(current: Progress, incoming: Progress): boolean {
  if (incoming.playSession === null || incoming.playSession !== current.playSession) return false
  return incoming.sequence !== null && current.sequence !== null && incoming.sequence <= current.sequence
}
