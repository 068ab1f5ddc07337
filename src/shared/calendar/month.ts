import { londonDay, londonMidnight, monthNames } from './calendar.ts'

/** A calendar month in London: from `start`, up to and not including `end`. */
export type Month = { label: string; start: Date; end: Date }

/** The last so many London months, that of `now` included, oldest first; labels as on the wire, "2026-11". */
export function lastMonths(now: Date, count: number): Month[] {
  const { year, month } = londonDay(now)
  return Array.from({ length: count }, (_, index) => {
    const start = londonMidnight(year, month - (count - 1 - index), 1)
    const day = londonDay(start)
    return {
      label: `${day.year}-${String(day.month).padStart(2, '0')}`,
      start,
      end: londonMidnight(day.year, day.month + 1, 1),
    }
  })
}

/** A label "2026-11" for people: "Nov 2026"; any other text as it is. */
export function shortMonth(label: string): string {
  const [, year, month] = /^(\d{4})-(\d\d)$/.exec(label) ?? []
  const name = monthNames[Number(month) - 1]
  return name === undefined ? label : `${name.slice(0, 3)} ${year}`
}
