import { BUYERS_A_MONTH, DAYS_A_MONTH, drawing } from './drawing.ts'
import type { Drawn } from './history.ts'

/** Sales of those who buy again count from here. */
const FIRST_RENEWED = 50_000
/** A video alone is open for three months, the shortest of which ends after so many days. */
const TERM_DAYS = 90
const RENEWAL_DAYS = 12

/** Visitors, clubs, readers who want no more mail, students who leave or buy again, and how the shop is run. */
export function drawOthers(seed: number, months: number): Drawn[] {
  const { below, is, oneOf } = drawing(seed + 0x07e25)
  const steps: Drawn[] = []
  const days = months * DAYS_A_MONTH
  let renewed = 0
  for (let day = 0; day < days; day++) {
    const at = () => ({ day, minute: below(12 * 60) })
    const buyer = () => below(months * BUYERS_A_MONTH)
    if (is(0.1)) steps.push({ ...at(), kind: 'look around' })
    if (is(0.05)) steps.push({ ...at(), kind: 'club looks' })
    if (is(0.03)) steps.push({ ...at(), kind: 'unsubscribe', buyer: buyer() })
    if (is(0.02)) steps.push({ ...at(), kind: 'erase', buyer: buyer() })
    if (is(0.015)) steps.push({ ...at(), kind: 'deploy', afterMs: below(400) })
    if (is(0.03)) {
      const process = oneOf('web0', 'web1', 'worker0', 'worker1')
      steps.push({ ...at(), kind: 'clock jumps', process, byMs: 5_000 + below(60_000) })
    }
    const again = day + TERM_DAYS - below(RENEWAL_DAYS)
    if (!is(0.03) || again >= days) continue
    const bought = {
      buyer: FIRST_RENEWED + renewed,
      videoIds: [1 + below(7)],
      withCode: is(0.5),
      browser: 'confirms' as const,
      card: 'visa' as const,
    }
    steps.push({ ...at(), kind: 'buy', sale: FIRST_RENEWED + 2 * renewed, ...bought })
    const then = { day: again, minute: below(12 * 60) }
    steps.push({ ...then, kind: 'buy', sale: FIRST_RENEWED + 2 * renewed + 1, ...bought })
    renewed++
  }
  return steps
}

/** Sales beside a clock that is ahead count from here. */
const FIRST_BESIDE_CLOCKS = 130_000

/** For each clock that jumps, a buyer who comes before it is set right. */
export function drawBesideClocks(seed: number, others: readonly Drawn[]): Drawn[] {
  const { below, is } = drawing(seed + 0xc10c)
  return others
    .filter(({ kind }) => kind === 'clock jumps')
    .map(({ day, minute }, n) => {
      const sale = FIRST_BESIDE_CLOCKS + n
      const bought = { videoIds: [1 + below(7)], withCode: is(0.5) }
      return { day, minute, kind: 'buy', sale, buyer: sale, ...bought, browser: 'confirms', card: 'visa' }
    })
}

/** Sales by the codes of other clubs count from here. */
const FIRST_OF_CLUBS = 70_000

/** Clubs beside the first: buyers by their codes, what they read, and a share that changes. */
export function drawClubs(seed: number, months: number): Drawn[] {
  const { below, is } = drawing(seed + 0xc10b)
  const steps: Drawn[] = []
  let sales = 0
  for (let day = 0; day < months * DAYS_A_MONTH; day++) {
    const at = () => ({ day, minute: below(12 * 60) })
    if (is(0.06)) steps.push({ ...at(), kind: 'share of a club', club: 1, percent: 5 + below(30) })
    if (is(0.08)) {
      const sale = FIRST_OF_CLUBS + sales++
      const bought = { videoIds: [1 + below(7)], withCode: true, club: 1 + below(2) }
      const how = { browser: 'confirms', card: 'visa' } as const
      steps.push({ ...at(), kind: 'buy', sale, buyer: sale, ...bought, ...how })
    }
    if (is(0.06)) steps.push({ ...at(), kind: 'club looks', club: below(3) })
  }
  return steps
}

/** Days on which the admin makes bank files, and days on which the bank's statement is read. */
export function drawBank(seed: number, months: number): Drawn[] {
  const { below, is } = drawing(seed + 0xba4c)
  const steps: Drawn[] = []
  for (let day = 0; day < months * DAYS_A_MONTH; day++) {
    const at = () => ({ day, minute: below(12 * 60) })
    if (is(0.04)) steps.push({ ...at(), kind: 'bank file' })
    if (is(0.04)) steps.push({ ...at(), kind: 'bank statement', hasReturn: is(0.3) })
  }
  return steps
}
