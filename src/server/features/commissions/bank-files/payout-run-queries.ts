import type { Deps } from '#server/deps.ts'
import type { EntrySum } from '#server/features/commissions/queries.ts'
import { isBankUnreviewed, openBankDetails } from '#server/features/referers/bank-details.ts'
import { isVatUnreviewed } from '#server/features/referers/vat-registration.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { type Pence, pence } from '#shared/money/money.ts'
import { type PayoutProblem, payoutsInRun } from '#shared/schemas/payout-run.ts'
import { type BankPayment, bankReference, bankText, isBankAccount } from './bank-file.ts'
import { findEarlierFiles } from './bank-file-queries.ts'

export type PayoutRun = {
  quarter: string
  pending: number
  totalPence: Pence
  exported: number
  exportedPence: Pence
}

const MOST_QUARTERS = 400

/** Quarters with pending payouts, newest first, and how many are in a bank file. */
export async function listPayoutRuns({ db }: Pick<Deps, 'db'>): Promise<PayoutRun[]> {
  const rows = await db.$queryRaw<
    { quarter: string; pending: bigint; total: bigint; exported: bigint; exportedTotal: bigint }[]
  >`
    select "quarter", count(*) as "pending", sum("totalPence") as "total", count("exportedAt") as "exported",
      coalesce(sum("totalPence") filter (where "exportedAt" is not null), 0) as "exportedTotal"
    from "Payout" where "status" = 'pending' group by 1 order by 1 desc limit ${MOST_QUARTERS}`
  return rows.map((row) => ({
    quarter: row.quarter,
    pending: Number(row.pending),
    totalPence: pence(Number(row.total)),
    exported: Number(row.exported),
    exportedPence: pence(Number(row.exportedTotal)),
  }))
}

export type RunRow = Awaited<ReturnType<typeof listRunPayouts>>[number]

/**
 * A quarter's pending payouts, those in no bank file first, with sealed bank details. `problem` is what is known
 * without unsealing them.
 */
export async function listRunPayouts(db: Pick<Prisma.TransactionClient, 'payout'>, quarter: string) {
  const rows = await db.payout.findMany({
    where: { quarter, status: 'pending' },
    orderBy: [{ exportedAt: { sort: 'desc', nulls: 'first' } }, { referer: { name: 'asc' } }, { id: 'asc' }],
    take: payoutsInRun,
    select: {
      id: true,
      quarter: true,
      refererId: true,
      totalPence: true,
      vatPence: true,
      exportedAt: true,
      document: { select: { id: true } },
      referer: {
        select: {
          name: true,
          referralCode: true,
          isVatRegistered: true,
          bankDetailsSealed: true,
          bankSortCodeEnding: true,
          bankAccountEnding: true,
          bankChangedAt: true,
          bankReviewedAt: true,
          vatChangedAt: true,
          vatReviewedAt: true,
        },
      },
    },
  })
  return rows.map((row) => ({ ...row, problem: problemOf(row) }))
}

function problemOf({
  vatPence,
  exportedAt,
  referer,
}: {
  vatPence: number
  exportedAt: Date | null
  referer: {
    vatChangedAt: Date | null
    vatReviewedAt: Date | null
    bankDetailsSealed: Uint8Array | null
    bankSortCodeEnding: string | null
    bankAccountEnding: string | null
    bankChangedAt: Date | null
    bankReviewedAt: Date | null
  }
}): PayoutProblem | null {
  if (isBankUnreviewed(referer)) return 'bankUnreviewed'
  if (vatPence > 0 && isVatUnreviewed(referer)) return 'vatUnreviewed'
  if (exportedAt !== null) return 'exported'
  const isWhole = referer.bankDetailsSealed && referer.bankSortCodeEnding && referer.bankAccountEnding
  return isWhole ? null : 'noBankDetails'
}

/** The entries of several payouts, summed by quarter, kind and VAT. */
export async function sumEntriesOf(
  db: Pick<Prisma.TransactionClient, '$queryRaw'>,
  payoutIds: readonly string[],
): Promise<Map<string, EntrySum[]>> {
  const rows = await db.$queryRaw<
    {
      payoutId: string
      quarter: string
      kind: EntrySum['kind']
      isVatable: boolean
      count: bigint
      sum: bigint
    }[]
  >`
    select p."payoutId", e."quarter", e."kind"::text as "kind", p."isVatable", count(*) as "count",
      sum(e."amountPence") as "sum"
    from "PayoutEntry" p join "LedgerEntry" e on e."id" = p."entryId"
    where p."payoutId" = any(${[...payoutIds]}::text[]) group by 1, 2, 3, 4 order by 1, 2, 3, 4`
  const sums = new Map<string, EntrySum[]>()
  for (const { payoutId, quarter, kind, isVatable, count, sum } of rows) {
    const own = sums.get(payoutId) ?? []
    own.push({ quarter, kind, isVatable, count: Number(count), sumPence: pence(Number(sum)) })
    sums.set(payoutId, own)
  }
  return sums
}

/** A quarter's pending payouts, each with its problem and the earlier file that contained it. */
export async function describeRun(deps: Pick<Deps, 'db' | 'seal'>, quarter: string) {
  const rows = await listRunPayouts(deps.db, quarter)
  const earlier = await findEarlierFiles(
    deps.db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => {
    const payment = bankPaymentOf(deps, row)
    return {
      row,
      problem: typeof payment === 'string' ? payment : null,
      earlierFile: earlier.get(row.id) ?? null,
    }
  })
}

/**
 * The bank file's line for a payout, or the reason why it is left out. Both the screen and the export call this, so
 * that they agree.
 */
export function bankPaymentOf(deps: Pick<Deps, 'seal'>, row: RunRow): BankPayment | PayoutProblem {
  if (row.problem !== null) return row.problem
  const { refererId, referer, quarter, totalPence } = row
  if (!referer.bankDetailsSealed) return 'noBankDetails'
  const bank = openBankDetails(deps, { kind: 'Referer', id: refererId }, referer.bankDetailsSealed)
  const { accountName } = bank
  if (!isBankAccount(bank) || !accountName || bankText(accountName) === '') return 'noBankDetails'
  return {
    sortCode: bank.sortCode,
    accountNumber: bank.accountNumber,
    accountName,
    amountPence: pence(totalPence),
    reference: bankReference(quarter, referer.referralCode),
  }
}
