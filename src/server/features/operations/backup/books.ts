import type { ClientBase } from 'pg'
import type { BackupContents } from './backup-format.ts'

/** Totals that an accountant would compare; whole pence. Each `…Differs` counts rows that contradict each other: 0. */
const BOOKS = {
  paidPence: `select sum("amountPence") from "Payment" where status = 'paid'`,
  refundedPence: `select sum("refundedPence") from "Payment"`,
  cardFeesPence: `select sum("feePence") from "Payment" where status = 'paid'`,
  vatOnSalesPence: `select sum("vatPence") from "Order" where status = 'paid'`,
  commissionPence: `select sum("amountPence") from "LedgerEntry"`,
  commissionPaidPence: `select sum("payoutPence") from "Payout" where status = 'paid'`,
  payoutsPendingPence: `select sum("totalPence") from "Payout" where status = 'pending'`,
  orderLinesDiffer: `select count(*) from "Order" o where o."totalPence" <>
    (select coalesce(sum(l."grossPence"), 0) from "OrderLine" l where l."orderId" = o.id)`,
  orderVatDiffers: `select count(*) from "Order" where "exVatPence" + "vatPence" <> "totalPence"`,
  paymentsDiffer: `select count(*) from "Payment" p join "Order" o on o.id = p."orderId"
    where p.status = 'paid' and p."amountPence" <> o."totalPence"`,
  payoutsDiffer: `select count(*) from "Payout" p where p.status <> 'void' and p."payoutPence" <>
    (select coalesce(sum(e."amountPence"), 0) from "PayoutEntry" x join "LedgerEntry" e on e.id = x."entryId"
     where x."payoutId" = p.id)`,
  documentGaps: `select count(*) from "DocumentSeries" s where s."lastNumber" <>
    (select count(*) from "Document" d where d."seriesKey" = s.key)`,
} as const

export async function readBooks(db: ClientBase): Promise<BackupContents['books']> {
  const books: BackupContents['books'] = {}
  for (const [name, statement] of Object.entries(BOOKS)) {
    const { rows } = await db.query<{ value: string }>(`select coalesce((${statement}), 0)::text as value`)
    books[name] = rows[0]?.value ?? '0'
  }
  return books
}

/** The comparisons over several tables that do not hold, by name. */
export function contradictions(books: BackupContents['books']): string[] {
  const comparisons = [
    'orderLinesDiffer',
    'orderVatDiffers',
    'paymentsDiffer',
    'payoutsDiffer',
    'documentGaps',
  ]
  return comparisons.filter((name) => books[name] !== '0')
}

/** The digest of each numbered document's frozen details. */
export async function readDocuments(db: ClientBase): Promise<BackupContents['documents']> {
  const { rows } = await db.query<{ label: string; digest: string }>(
    `select label, encode(sha256(convert_to(details::text, 'UTF8')), 'hex') as digest from "Document"
     order by label collate "C"`,
  )
  return Object.fromEntries(rows.map(({ label, digest }) => [label, digest]))
}
