import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { addDays } from '#shared/calendar/durations.ts'
import {
  parseVatPeriod,
  type Stagger,
  type VatPeriod,
  vatPeriodOf,
  vatPeriodsBetween,
} from '#shared/calendar/vat-period.ts'
import type { VatSideName } from '#shared/schemas/vat.ts'
import { presentParts, presentPeriod, presentVatDocument } from './vat-present.ts'
import * as queries from './vat-queries.ts'
import { explainOrder, explainPayoutDocument, explainSeries } from './vat-return.ts'

/** Three years of quarters. */
const MOST_DAYS = 3 * 366
/** Of each kind: what is beyond it shows once these are settled. */
const MOST_PROBLEMS = 50

/** The VAT periods with documents and the running one, the newest first. */
export async function listVatPeriods({ db, clock }: Pick<Deps, 'db' | 'clock'>, stagger: Stagger) {
  const now = clock.now()
  const furthest = vatPeriodOf(addDays(now, -MOST_DAYS), stagger).start
  const first = (await queries.findFirstIssued({ db })) ?? now
  const periods = vatPeriodsBetween(first < furthest ? furthest : first, now, stagger)
  const months = await queries.sumMonths(db, periods.at(-1)?.start ?? now)
  return periods.map((period) => {
    const [from = '', until = from] = period.label.split('_')
    return presentPeriod(
      period,
      months.filter(({ month }) => month >= from && month <= until),
      now,
    )
  })
}

/** @throws ShopError NOT_FOUND for a label that names no period */
function periodOf(label: string): VatPeriod {
  const period = parseVatPeriod(label)
  if (!period) throw new ShopError('NOT_FOUND')
  return period
}

/** One VAT period with its boxes and parts, and everything about its documents that does not fit. @throws ShopError NOT_FOUND */
export async function findVatPeriod({ db, clock }: Pick<Deps, 'db' | 'clock'>, label: string) {
  const period = periodOf(label)
  const [sums, orders, payouts, series] = await Promise.all([
    queries.sumDocuments(db, period),
    queries.listDoubtfulOrders(db, period, MOST_PROBLEMS),
    queries.listPayoutDocuments(db, period, MOST_PAYOUTS),
    queries.countSeries(db),
  ])
  const problems = [
    ...orders.map(explainOrder),
    ...payouts.map(explainPayoutDocument).slice(0, MOST_PROBLEMS),
    ...series.map(explainSeries),
  ]
  return {
    ...presentPeriod(period, sums, clock.now()),
    ...presentParts(sums),
    problems: problems.filter((problem) => problem !== null),
  }
}

/** More referers than are paid in a period. */
const MOST_PAYOUTS = 5_000

/** The documents behind a figure, a page at a time. @throws ShopError NOT_FOUND */
export async function listVatDocuments(
  { db }: Pick<Deps, 'db'>,
  { label, side, page, size }: { label: string; side: VatSideName; page: number; size: number },
) {
  const found = await queries.listDocuments(db, {
    ...periodOf(label),
    side,
    offset: page * size,
    limit: size + 1,
  })
  return { documents: found.slice(0, size).map(presentVatDocument), hasMore: found.length > size }
}
