import { londonDay, londonMidnight } from '#shared/calendar/calendar.ts'
import { random } from './random.ts'

/** The running quarter of the file. Any start of the shop lies after it, so that ids of new rows sort behind. */
export const RUNNING = { year: 2024, quarter: 1 } as const
export const RUNNING_LABEL = '2024-Q1'

export type Act = { at: Date; run: () => Promise<unknown> }

/** A moment of the year: months count from the running quarter's first, which is 0. */
export function moment(month: number, day: number, hour: number, minute = 0): Date {
  const midnight = londonMidnight(RUNNING.year, 1 + month, day)
  return new Date(midnight.getTime() + (hour * 60 + minute) * 60_000)
}

/** Some days later, but on the 28th at the latest: what is later in a month has no day in each. */
export function daysAfter(at: Date, days: number): Date {
  const later = new Date(at.getTime() + days * 24 * 60 * 60_000)
  const { day } = londonDay(later)
  return day > 28 ? new Date(later.getTime() - (day - 28) * 24 * 60 * 60_000) : later
}

export type PlannedSale = {
  at: Date
  /** Whether a student of an earlier sale buys. */
  isReturning: boolean
  videoIds: number[]
  /** Which club's code, if any: 0 is the demo's own. */
  club: number | null
  method: string
  isDeclinedFirst: boolean
  /** How far each video is watched, and after how many days. */
  watched: { videoId: number; percent: number; days: number }[]
}

const ALL = [1, 2, 3, 4, 5, 6, 7]
/** Twelve months, and the running quarter's three. */
const SALES_A_MONTH = [10, 12, 11, 12, 13, 12, 11, 13, 13, 14, 15, 14, 13, 14, 14]
/** Sales with a way to pay of their own; all others pay by card. */
const METHODS: Readonly<Record<number, string>> = {
  17: 'pm_card_ie',
  40: 'klarna',
  62: 'revolut_pay',
  99: 'klarna',
  118: 'pm_card_fr',
  131: 'revolut_pay',
  154: 'klarna',
  170: 'revolut_pay',
}

/** The year's sales in their order, the same every time. */
export function planSales(): PlannedSale[] {
  const draw = random(42)
  const oneIn = (n: number) => draw() < 1 / n
  const sales: PlannedSale[] = []
  for (const [index, count] of SALES_A_MONTH.entries()) {
    const times = Array.from({ length: count }, () =>
      moment(index - 12, 1 + Math.floor(draw() * 28), 8 + Math.floor(draw() * 13), Math.floor(draw() * 60)),
    ).toSorted((a, b) => a.getTime() - b.getTime())
    for (const at of times) {
      const n = sales.length
      const videoIds = oneIn(4) ? ALL : pick(draw, oneIn(3) ? 3 : oneIn(2) ? 2 : 1)
      sales.push({
        at,
        isReturning: oneIn(8),
        videoIds,
        club: oneIn(2) ? Math.floor(draw() * draw() * 4) : null,
        method: METHODS[n] ?? (oneIn(5) ? 'pm_card_mastercard' : 'pm_card_visa'),
        isDeclinedFirst: oneIn(14),
        watched: pick(draw, 4)
          .filter((videoId) => videoIds.includes(videoId))
          .map((videoId) => ({
            videoId,
            percent: oneIn(4) ? 100 : 5 + Math.floor(draw() * 90),
            days: 1 + Math.floor(draw() * 20),
          })),
      })
    }
  }
  return sales
}

function pick(draw: () => number, count: number): number[] {
  const left = [...ALL]
  const picked = Array.from({ length: count }, () => left.splice(Math.floor(draw() * left.length), 1)[0] ?? 1)
  return picked.toSorted((a, b) => a - b)
}
