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

/** The open video to go on with: of those that were begun, the one whose place was saved last, on whatever device. */
export function findLeftLast<Video extends { watch: WatchState; savedAt: string }>(
  open: readonly Video[],
): Video | undefined {
  const begun = open.filter(({ watch }) => watch === 'continue')
  return begun.toSorted((a, b) => b.savedAt.localeCompare(a.savedAt))[0]
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
