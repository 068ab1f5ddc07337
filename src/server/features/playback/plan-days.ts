import { addDaysTo, daysBetween, type IsoDay } from '#shared/calendar/iso-day.ts'

/** A video that is still to be watched, and the last day for it. */
export type VideoToPlan = { videoId: number; minutesLeft: number; lastDay: IsoDay }

export type PlannedDays = {
  minutesADay: number
  days: { day: IsoDay; parts: { videoId: number; minutes: number }[] }[]
  /** Minutes that find no day, by video. */
  over: Map<number, number>
}

/** Shorter than this is not worth sitting down for. */
export const shortestDayMinutes = 15
/** More than this in a day does not stay. */
export const fullDayMinutes = 120

/**
 * Lays videos out over the days from today on: the one that has to be watched first comes first, every day has the
 * same, and that is as little as is enough for all of them. What a full day each cannot hold is left over. The one that
 * was left last has the beginning of today, where a full day each still holds everything.
 */
export function planDays(videos: readonly VideoToPlan[], today: IsoDay, leftLastId?: number): PlannedDays {
  const begun = goOnToday(videos, today, leftLastId)
  const queue = (enoughADay(begun, today) <= fullDayMinutes ? begun : videos)
    .map((video) => ({ ...video, rest: video.minutesLeft }))
    .toSorted((a, b) => daysBetween(b.lastDay, a.lastDay))
  const minutesADay = Math.min(enoughADay(queue, today), fullDayMinutes)
  const days: PlannedDays['days'] = []
  for (
    let day = today;
    queue.some(({ rest, lastDay }) => rest > 0 && lastDay >= day);
    day = addDaysTo(day, 1)
  ) {
    const parts: PlannedDays['days'][number]['parts'] = []
    let free = minutesADay
    for (const video of queue) {
      const minutes = video.lastDay < day ? 0 : Math.min(free, video.rest)
      if (minutes === 0) continue
      const known = parts.find(({ videoId }) => videoId === video.videoId)
      if (known) known.minutes += minutes
      else parts.push({ videoId: video.videoId, minutes })
      video.rest -= minutes
      free -= minutes
    }
    days.push({ day, parts })
  }
  const over = new Map(queue.filter(({ rest }) => rest > 0).map(({ videoId, rest }) => [videoId, rest]))
  return { minutesADay, days, over }
}

/** The video that was left last in two: a short sitting of today, and the rest. */
function goOnToday(videos: readonly VideoToPlan[], today: IsoDay, leftLastId?: number): VideoToPlan[] {
  const video = videos.find(({ videoId, lastDay }) => videoId === leftLastId && lastDay >= today)
  if (!video) return [...videos]
  const minutes = Math.min(video.minutesLeft, shortestDayMinutes)
  const rest = videos.map((one) =>
    one === video ? { ...video, minutesLeft: video.minutesLeft - minutes } : one,
  )
  return [{ ...video, minutesLeft: minutes, lastDay: today }, ...rest]
}

/** The least that has everything watched in time, day by day. */
function enoughADay(videos: readonly VideoToPlan[], today: IsoDay): number {
  const queue = videos.toSorted((a, b) => daysBetween(b.lastDay, a.lastDay))
  let sum = 0
  let enough = shortestDayMinutes
  for (const { minutesLeft, lastDay } of queue) {
    const days = daysBetween(today, lastDay) + 1
    if (days < 1) continue
    sum += minutesLeft
    enough = Math.max(enough, Math.ceil(sum / days))
  }
  return enough
}
