import { resumeAboveSeconds } from '#shared/limits.ts'

/** From this percentage on a video counts as completed (requirements §9). */
const completedAtPercent = 95
/** Up to this percentage a video counts as not started, and is not resumed. */
export const startedAbovePercent = 1

/** Whether a position in percent completes a video. */
export function isCompleted(percent: number): boolean {
  return percent >= completedAtPercent
}

/** A position as a whole percentage of 0 to 100; null for what is no number from 0 up, which is not saved. */
export function toPercent(progress: number): number | null {
  if (!(progress >= 0)) return null
  return Math.min(100, Math.round(progress))
}

/** A position in seconds as a whole percentage of a video; 0 while its length is not known. */
export function percentAt(positionSeconds: number, durationSeconds: number): number {
  if (!(durationSeconds > 0)) return 0
  return toPercent((100 * positionSeconds) / durationSeconds) ?? 0
}

/** The button a video has: Start, Continue or Replay (requirements §4). */
export type WatchState = 'start' | 'continue' | 'replay'

/** What the dashboard offers for a video, from its last position in percent. */
export function watchState(progress: number, completed: boolean): WatchState {
  if (completed) return 'replay'
  return progress > startedAbovePercent ? 'continue' : 'start'
}

/**
 * The second at which playback begins: the last position where it is above 1 % and 2 seconds, else 0. A
 * completed video starts again. A position known in percent alone, as older clients save it, is converted.
 */
export function resumeAt(video: {
  percent: number
  positionSeconds: number | null
  completed: boolean
  durationSeconds: number
}): number {
  if (video.completed || video.percent <= startedAbovePercent) return 0
  const seconds = video.positionSeconds ?? (video.percent / 100) * video.durationSeconds
  return seconds > resumeAboveSeconds && seconds < video.durationSeconds ? seconds : 0
}

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
 * What is kept when a save arrives (requirements §5). Within a play session the sequence decides, so that a
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
