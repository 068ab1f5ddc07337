import type { z } from 'zod'
import type { Deps, Tx } from '#server/deps.ts'
import type { EntrySum } from '#server/features/commissions/queries.ts'
import { bankReference, payableAccount } from '#server/features/referers/bank-account.ts'
import { isBankUnreviewed, openBankDetails } from '#server/features/referers/bank-details.ts'
import { isVatUnreviewed } from '#server/features/referers/vat-registration.ts'
import { columns } from '#server/infra/columns.ts'
import { pence } from '#shared/money/money.ts'
import { type PayoutProblem, type payoutRunsOutput, payoutsInRun } from '#shared/schemas/payout-run.ts'
import type { BankPayment } from './bank-file.ts'
import { findEarlierFiles } from './bank-file-queries.ts'

const MOST_QUARTERS = 400

/** Quarters with pending payouts, newest first, and how many are in a bank file. */
export function listPayoutRuns({ db }: Pick<Deps, 'db'>) {
  return db.$queryRaw<z.input<typeof payoutRunsOutput>>`
    select "quarter" as "quarterYear", count(*)::int as "pending", sum("totalPence")::float8 as "totalAmount",
      count("exportedAt")::int as "exported",
      coalesce(sum("totalPence") filter (where "exportedAt" is not null), 0)::float8 as "exportedAmount"
    from "Payout" where "status" = 'pending' group by 1 order by 1 desc limit ${MOST_QUARTERS}`
}

export type RunRow = Awaited<ReturnType<typeof listRunPayouts>>[number]

/**
 * A quarter's pending payouts, those in no bank file first, with sealed bank details. `problem` is what is known
 * without unsealing them.
 */
export async function listRunPayouts(db: Pick<Tx, 'payout'>, quarter: string) {
  const rows = await findPending(db, quarter)
  return rows.map((row) => ({ ...row, problem: problemOf(row) }))
}

type PendingRow = Awaited<ReturnType<typeof findPending>>[number]

function findPending(db: Pick<Tx, 'payout'>, quarter: string) {
  return db.payout.findMany({
    where: { quarter, status: 'pending' },
    orderBy: [{ exportedAt: { sort: 'desc', nulls: 'first' } }, { referer: { name: 'asc' } }, { id: 'asc' }],
    take: payoutsInRun,
    select: {
      ...columns('id', 'quarter', 'refererId', 'totalPence', 'vatPence', 'exportedAt'),
      referer: {
        select: {
          ...columns('name', 'referralCode', 'bankDetailsSealed', 'bankSortCodeEnding', 'bankAccountEnding'),
          ...columns('bankChangedAt', 'bankReviewedAt', 'vatChangedAt', 'vatReviewedAt'),
        },
      },
    },
  })
}

function problemOf({ vatPence, exportedAt, referer }: PendingRow): PayoutProblem | null {
  if (isBankUnreviewed(referer)) return 'bankUnreviewed'
  if (vatPence > 0 && isVatUnreviewed(referer)) return 'vatUnreviewed'
  if (exportedAt !== null) return 'exported'
  const isWhole = referer.bankDetailsSealed && referer.bankSortCodeEnding && referer.bankAccountEnding
  return isWhole ? null : 'noBankDetails'
}

/** The entries of several payouts, summed by quarter, kind and VAT. */
export async function sumEntriesOf(db: Pick<Tx, '$queryRaw'>, payoutIds: readonly string[]) {
  const rows = await db.$queryRaw<(EntrySum & { payoutId: string })[]>`
    select p."payoutId", e."quarter", e."kind"::text as "kind", p."isVatable", count(*)::int as "count",
      sum(e."amountPence")::float8 as "sumPence"
    from "PayoutEntry" p join "LedgerEntry" e on e."id" = p."entryId"
    where p."payoutId" = any(${[...payoutIds]}::text[]) group by 1, 2, 3, 4 order by 1, 2, 3, 4`
  const sums = new Map<string, EntrySum[]>()
  for (const { payoutId, ...sum } of rows) sums.set(payoutId, [...(sums.get(payoutId) ?? []), sum])
  return sums
}

/** A quarter's pending payouts, each with its problem and the earlier file that contained it. */
export async function describeRun(deps: Pick<Deps, 'db' | 'seal'>, quarter: string) {
  const rows = await listRunPayouts(deps.db, quarter)
  const payoutIds = rows.map(({ id }) => id)
  const earlier = await findEarlierFiles(deps.db, payoutIds)
  return rows.map((row) => {
    const payment = bankPaymentOf(deps, row)
    const problem = typeof payment === 'string' ? payment : null
    return { row, problem, earlierFile: earlier.get(row.id) ?? null }
  })
}

/**
 * The bank file's line for a payout, or the reason why it is left out. Both the screen and the export call this, so
 * that they agree.
 */
export function bankPaymentOf(deps: Pick<Deps, 'seal'>, row: RunRow): BankPayment | PayoutProblem {
  if (row.problem !== null) return row.problem
  const { refererId, referer, quarter, totalPence } = row
  const account = openPayableAccount(deps, { refererId, sealed: referer.bankDetailsSealed })
  if (account === null) return 'noBankDetails'
  return {
    ...account,
    amountPence: pence(totalPence),
    reference: bankReference(quarter, referer.referralCode),
  }
}

/** A referer's account as a bank file names it; null where no bank details are known, or not whole. */
function openPayableAccount(
  deps: Pick<Deps, 'seal'>,
  { refererId, sealed }: { refererId: string; sealed: Uint8Array | null },
) {
  if (!sealed) return null
  return payableAccount(openBankDetails(deps, { kind: 'Referer', id: refererId }, sealed))
}
