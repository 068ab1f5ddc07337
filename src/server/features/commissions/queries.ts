import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { PAYOUT_DOCUMENTS, type PayoutDocumentKind } from '#server/features/documents/document-details.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { labelOf, quarterOf } from '#shared/calendar/quarter.ts'
import { type Pence, pence, sumPence } from '#shared/money/money.ts'

/** Limits the rows listed; sums cover all rows. */
const MOST_ROWS = 2_000

export type OrderCommission = { id: string; orderId: string; createdAt: Date; amountPence: Pence }

/** A referer's commission, one row per order with the sum of its ledger entries; newest first. */
export async function listCommissions(
  { db }: Pick<Deps, 'db'>,
  refererId: string,
): Promise<OrderCommission[]> {
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
  id: true,
  quarter: true,
  status: true,
  payoutPence: true,
  vatPence: true,
  totalPence: true,
  orderCount: true,
  paidAt: true,
  paidHow: true,
  paidNote: true,
  exportedAt: true,
  createdAt: true,
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

export type RefererTotals = {
  commissionPence: Pence
  /** Without VAT. */
  paidPence: Pence
  quarter: string
  /** The running quarter's ledger; below 0 where more was reversed than earned. */
  quarterPence: Pence
}

/** A referer's sums, read in one snapshot. */
export async function findTotals(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  refererId: string,
): Promise<RefererTotals> {
  const quarter = labelOf(quarterOf(clock.now()))
  const [row] = await db.$queryRaw<{ commission: bigint; paid: bigint; inQuarter: bigint }[]>`
    select
      coalesce(sum("amountPence"), 0) as "commission",
      coalesce(sum("amountPence") filter (where "quarter" = ${quarter}), 0) as "inQuarter",
      (select coalesce(sum("payoutPence"), 0) from "Payout"
        where "refererId" = ${refererId} and "status" = 'paid') as "paid"
    from "LedgerEntry" where "refererId" = ${refererId}`
  return {
    commissionPence: pence(Number(row?.commission ?? 0)),
    paidPence: pence(Number(row?.paid ?? 0)),
    quarter,
    quarterPence: pence(Number(row?.inQuarter ?? 0)),
  }
}

export type LedgerSums = {
  commissionPence: Pence
  paidPence: Pence
  commissionCount: number
  payoutCount: number
}

/** The sums of every referer with entries, read in one snapshot. */
export async function sumLedgers({ db }: Pick<Deps, 'db'>): Promise<Map<string, LedgerSums>> {
  const rows = await db.$queryRaw<
    { refererId: string; commission: bigint; paid: bigint; commissions: bigint; payouts: bigint }[]
  >`
    with
      "earned" as (select "refererId", sum("amountPence") as "sum" from "LedgerEntry" group by 1),
      "claimed" as (select "refererId", count(*) as "count" from "Commission" group by 1),
      "paidOut" as (
        select "refererId", count(*) filter (where "status" <> 'void') as "count",
          sum("payoutPence") filter (where "status" = 'paid') as "sum"
        from "Payout" group by 1
      )
    select "refererId",
      coalesce("earned"."sum", 0) as "commission", coalesce("paidOut"."sum", 0) as "paid",
      coalesce("claimed"."count", 0) as "commissions", coalesce("paidOut"."count", 0) as "payouts"
    from "earned" full join "claimed" using ("refererId") full join "paidOut" using ("refererId")`
  return new Map(
    rows.map((row) => [
      row.refererId,
      {
        commissionPence: pence(Number(row.commission)),
        paidPence: pence(Number(row.paid)),
        commissionCount: Number(row.commissions),
        payoutCount: Number(row.payouts),
      },
    ]),
  )
}

/** The document id of a referer's own paid payout; null for any other payout. */
export async function findPayoutDocument(
  { db }: Pick<Deps, 'db'>,
  { payoutId, refererId }: { payoutId: string; refererId: string },
): Promise<string | null> {
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
      name: true,
      contactEmail: true,
      fullBusinessName: true,
      addressLine1: true,
      addressLine2: true,
      city: true,
      postcode: true,
      country: true,
      companyNumber: true,
      isVatRegistered: true,
      vatNumber: true,
      bankAccountEnding: true,
      bankChangedAt: true,
      bankReviewedAt: true,
      vatChangedAt: true,
      vatReviewedAt: true,
      selfBillingFrom: true,
      selfBillingUntil: true,
    },
  },
} as const

type DocumentReader = Pick<Prisma.TransactionClient, 'payout'>

export type DocumentPayout = Awaited<ReturnType<typeof findPayoutForDocument>>

/** A payout with the data of its document and mail. @throws where it does not exist */
export async function findPayoutForDocument(db: DocumentReader, id: string) {
  return withDocument(await db.payout.findUniqueOrThrow({ where: { id }, select: DOCUMENT_FIELDS }))
}

/** Several payouts by id; missing ones are left out. */
export async function findPayoutsForDocument(
  db: DocumentReader,
  ids: readonly string[],
): Promise<DocumentPayout[]> {
  const rows = await db.payout.findMany({
    where: { id: { in: [...ids] } },
    orderBy: { id: 'asc' },
    select: DOCUMENT_FIELDS,
  })
  return rows.map(withDocument)
}

function withDocument<Row extends { document: { id: string; label: string; kind: string } | null }>({
  document,
  ...payout
}: Row) {
  return { ...payout, document: document && { ...document, kind: documentKind(document.kind) } }
}

function documentKind(kind: string): PayoutDocumentKind {
  const found = PAYOUT_DOCUMENTS.find((name) => name === kind)
  if (!found) throw new Error(`A payout has no paper of the kind ${kind}`)
  return found
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
