import { addDays } from './durations.ts'

/** How many days before access ends its owner is reminded (requirements §11). */
export const closingReminderDays = [30, 7, 1] as const
export type ClosingReminder = (typeof closingReminderDays)[number]

/**
 * Which reminder a video is due: the nearest that is due. None is due for a time that was shorter than the
 * notice itself, nor once the video has closed; a nearer one takes the place of one that was missed.
 */
export function dueReminder(
  { startsAt, expiresAt }: { startsAt: Date; expiresAt: Date },
  now: Date,
): ClosingReminder | null {
  if (now >= expiresAt) return null
  const due = closingReminderDays.filter((days) => now >= addDays(expiresAt, -days))
  const nearest = due.at(-1)
  if (nearest === undefined || addDays(startsAt, nearest) >= expiresAt) return null
  return nearest
}
