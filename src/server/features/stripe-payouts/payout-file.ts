import { Readable } from 'node:stream'
import type { Tx } from '#server/deps.ts'
import { csvRow, moneyCell, textCell } from '#server/features/commissions/csv-cells.ts'
import { toIsoLondonDate } from '#shared/calendar/calendar.ts'
import { explainMovement, movementKind } from './clearing-account.ts'
import { getPayout, listPayoutLines } from './queries.ts'

const COLUMNS = [
  'payout',
  'arrives',
  'date',
  'kind',
  'order',
  'invoice',
  'source',
  'transaction',
  'description',
  'gross',
  'fee',
  'net',
  'unexplained',
] as const

const KINDS = {
  charge: 'charge',
  refund: 'refund',
  dispute: 'dispute',
  stripeFee: 'Stripe fee',
  payout: 'payout',
  other: 'adjustment',
} as const

/**
 * The CSV of a Stripe payout, RFC 4180 in UTF-8: its lines and the payout itself, so that the column `net` sums to 0.
 *
 * @throws ShopError NOT_FOUND
 */
export async function openPayoutFile(db: Pick<Tx, '$queryRaw'>, payoutId: string): Promise<Readable> {
  const payout = await getPayout(db, payoutId)
  const lines = await listPayoutLines(db, payoutId)
  const rows = lines.map((line) =>
    csvRow([
      textCell(payout.id),
      textCell(toIsoLondonDate(payout.arrivesAt)),
      textCell(toIsoLondonDate(line.at)),
      textCell(KINDS[movementKind(line.category)]),
      textCell(line.orderId),
      textCell(line.invoiceNumber),
      textCell(line.sourceId),
      textCell(line.transactionId),
      textCell(line.description),
      moneyCell(line.amountPence),
      moneyCell(line.feePence),
      moneyCell(line.netPence),
      textCell(explainMovement(line)?.text ?? null),
    ]),
  )
  return Readable.from([csvRow(COLUMNS.map((name) => textCell(name))), ...rows])
}
