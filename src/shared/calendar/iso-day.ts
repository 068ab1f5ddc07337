/** A day as it is written, "2027-01-03": without time and zone, so that no change to summer time touches its sums. */
export type IsoDay = string

const DAY_MS = 24 * 60 * 60 * 1_000

const toTime = (day: IsoDay) => Date.parse(`${day}T00:00:00Z`)
const toDay = (time: number): IsoDay => new Date(time).toISOString().slice(0, 10)

/** Whether a text is a day of this century: "2027-02-29" is none. */
export function isIsoDay(text: string): boolean {
  if (!/^20\d\d-\d\d-\d\d$/.test(text)) return false
  const time = toTime(text)
  return !Number.isNaN(time) && toDay(time) === text
}

/** The day so many days later. */
export function addDaysTo(day: IsoDay, days: number): IsoDay {
  return toDay(toTime(day) + days * DAY_MS)
}

/** How many days later the second is. */
export function daysBetween(from: IsoDay, to: IsoDay): number {
  return (toTime(to) - toTime(from)) / DAY_MS
}

/** The last day of the month so many months after that of a day. */
export function endOfMonth(day: IsoDay, monthsLater = 0): IsoDay {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return toDay(Date.UTC(year, month + monthsLater, 0))
}
