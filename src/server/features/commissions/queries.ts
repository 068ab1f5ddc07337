import type { Deps, Tx } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { PAYOUT_DOCUMENTS } from '#server/features/documents/document-details.ts'
import { columns } from '#server/infra/columns.ts'
import { labelOf, quarterOf } from '#shared/calendar/quarter.ts'
import { type Pence, pence, sumPence, zeroPence } from '#shared/money/money.ts'

/** Limits the rows listed; sums cover all rows. */
const MOST_ROWS = 2_000

/** A referer's commission, one row per order with the sum of its ledger entries; newest first. */
export async function listCommissions({ db }: Pick<Deps, 'db'>, refererId: string) {
  const rows = await db.commission.findMany({
    where: { refererId },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: MOST_ROWS,
    select: { id: true, orderId: true, createdAt: true, entries: { select: { amountPence: true } } },
  })
  return rows.map(({ entries, ...row }) => ({
    ...row,
    amountPence: sumPence(entries.map(({ amountPence }) => pence(amountPence))),
  }))
}

const PAYOUT_FIELDS = {
  ...columns('id', 'quarter', 'status', 'payoutPence', 'vatPence', 'totalPence', 'orderCount', 'paidAt'),
  ...columns('paidHow', 'paidNote', 'exportedAt', 'createdAt'),
} as const

export type PayoutRow = Awaited<ReturnType<typeof listPayouts>>[number]

/** A referer's payouts, newest quarter first. Void payouts are never listed (requirements §6). */
export function listPayouts({ db }: Pick<Deps, 'db'>, refererId: string) {
  return db.payout.findMany({
    where: { refererId, status: { not: 'void' } },
    orderBy: [{ quarter: 'desc' }, { createdAt: 'desc' }, { id: 'desc' }],
    take: MOST_ROWS,
    select: PAYOUT_FIELDS,
  })
}

const NO_SUMS = { commissionPence: zeroPence, quarterPence: zeroPence, paidPence: zeroPence }

/**
 * A referer's sums, read in one snapshot: what was paid without VAT, and the running quarter's ledger, which is below 0
 * where more was reversed than earned.
 */
export async function findTotals({ db, clock }: Pick<Deps, 'db' | 'clock'>, refererId: string) {
  const quarter = labelOf(quarterOf(clock.now()))
  const [sums = NO_SUMS] = await db.$queryRaw<(typeof NO_SUMS)[]>`
    select
      coalesce(sum("amountPence"), 0)::float8 as "commissionPence",
      coalesce(sum("amountPence") filter (where "quarter" = ${quarter}), 0)::float8 as "quarterPence",
      (select coalesce(sum("payoutPence"), 0) from "Payout"
        where "refererId" = ${refererId} and "status" = 'paid')::float8 as "paidPence"
    from "LedgerEntry" where "refererId" = ${refererId}`
  return { quarter, ...sums }
}

export type RefererTotals = Awaited<ReturnType<typeof findTotals>>

export type LedgerSums = {
  commissionPence: Pence
  paidPence: Pence
  commissionCount: number
  payoutCount: number
}

/** The sums of every referer with entries, read in one snapshot. */
export async function sumLedgers({ db }: Pick<Deps, 'db'>) {
  const rows = await db.$queryRaw<(LedgerSums & { refererId: string })[]>`
    with
      "earned" as (select "refererId", sum("amountPence") as "sum" from "LedgerEntry" group by 1),
      "claimed" as (select "refererId", count(*) as "count" from "Commission" group by 1),
      "paidOut" as (
        select "refererId", count(*) filter (where "status" <> 'void') as "count",
          sum("payoutPence") filter (where "status" = 'paid') as "sum"
        from "Payout" group by 1
      )
    select "refererId", coalesce("earned"."sum", 0)::float8 as "commissionPence",
      coalesce("paidOut"."sum", 0)::float8 as "paidPence",
      coalesce("claimed"."count", 0)::int as "commissionCount", coalesce("paidOut"."count", 0)::int as "payoutCount"
    from "earned" full join "claimed" using ("refererId") full join "paidOut" using ("refererId")`
  return new Map(rows.map(({ refererId, ...sums }) => [refererId, sums]))
}

/** The document id of a referer's own paid payout; null for any other payout. */
export async function findPayoutDocument(
  { db }: Pick<Deps, 'db'>,
  { payoutId, refererId }: { payoutId: string; refererId: string },
) {
  const payout = await db.payout.findFirst({
    where: { id: payoutId, refererId, status: 'paid' },
    select: { document: { select: { id: true } } },
  })
  return payout?.document?.id ?? null
}

export type MarkedPayout = Awaited<ReturnType<typeof findPayout>>

/** One payout, with the endings of its referer's bank details. @throws where it does not exist */
export function findPayout({ db }: Pick<Deps, 'db'>, id: string) {
  return db.payout.findUniqueOrThrow({
    where: { id },
    select: {
      ...PAYOUT_FIELDS,
      referer: { select: { bankSortCodeEnding: true, bankAccountEnding: true } },
    },
  })
}

/** The referer of a payout. @throws ShopError PAYOUT_NOT_FOUND */
export async function findRefererOfPayout({ db }: Pick<Deps, 'db'>, id: string): Promise<string> {
  const payout = await db.payout.findUnique({ where: { id }, select: { refererId: true } })
  if (!payout) throw new ShopError('PAYOUT_NOT_FOUND')
  return payout.refererId
}

/** A quarter's payouts without void ones, by referer. */
export function listQuarterPayouts({ db }: Pick<Deps, 'db'>, quarter: string): Promise<PayoutRow[]> {
  return db.payout.findMany({
    where: { quarter, status: { not: 'void' } },
    orderBy: { refererId: 'asc' },
    select: PAYOUT_FIELDS,
  })
}

const DOCUMENT_FIELDS = {
  ...PAYOUT_FIELDS,
  refererId: true,
  voidReason: true,
  document: { select: { id: true, label: true, kind: true } },
  referer: {
    select: {
      ...columns('name', 'contactEmail', 'fullBusinessName', 'addressLine1', 'addressLine2', 'city'),
      ...columns('postcode', 'country', 'companyNumber', 'isVatRegistered', 'vatNumber'),
      ...columns('bankAccountEnding', 'bankChangedAt', 'bankReviewedAt', 'vatChangedAt', 'vatReviewedAt'),
      ...columns('selfBillingFrom', 'selfBillingUntil'),
    },
  },
} as const

export type DocumentPayout = Awaited<ReturnType<typeof findPayoutForDocument>>

/** A payout with the data of its document and mail. @throws where it does not exist */
export async function findPayoutForDocument(db: Pick<Tx, 'payout'>, id: string) {
  return withDocument(await db.payout.findUniqueOrThrow({ where: { id }, select: DOCUMENT_FIELDS }))
}

/** Several payouts by id; missing ones are left out. */
export async function findPayoutsForDocument(db: Pick<Tx, 'payout'>, ids: string[]) {
  const where = { id: { in: ids } }
  const rows = await db.payout.findMany({ where, orderBy: { id: 'asc' }, select: DOCUMENT_FIELDS })
  return rows.map(withDocument)
}

function withDocument<Row extends { document: { id: string; label: string; kind: string } | null }>(
  row: Row,
) {
  const { document, ...payout } = row
  if (!document) return { ...payout, document }
  const kind = PAYOUT_DOCUMENTS.find((name) => name === document.kind)
  if (!kind) throw new Error(`A payout has no document of the kind ${document.kind}`)
  return { ...payout, document: { ...document, kind } }
}

export type EntrySum = {
  quarter: string
  kind: 'earned' | 'reversed' | 'corrected' | 'forfeited'
  isVatable: boolean
  count: number
  sumPence: Pence
}

/** Referers with unpaid commission up to the end of a quarter and no payout for it. */
export async function listUnclosed({ db }: Pick<Deps, 'db'>, quarter: string): Promise<string[]> {
  const rows = await db.$queryRaw<{ refererId: string }[]>`
    select distinct e."refererId" from "LedgerEntry" e
    where e."quarter" <= ${quarter}
      and not exists (select 1 from "PayoutEntry" p where p."entryId" = e."id" and not p."isVoid")
      and not exists (
        select 1 from "Payout" o
        where o."refererId" = e."refererId" and o."quarter" = ${quarter} and o."status" <> 'void')
    order by 1`
  return rows.map(({ refererId }) => refererId)
}
