import type { SalesDocument } from '#server/features/bookkeeping/sales-documents.ts'
import { csvRow, moneyCell, textCell } from '#server/features/commissions/csv-cells.ts'
import { negatePence, type Pence } from '#shared/money/money.ts'
import { type Layout, slashedDay } from './layout.ts'

/**
 * A bank statement of the Stripe account for FreeAgent: day, amount, description, without a header. Sales come in,
 * refunds and card fees go out.
 */
export const freeagent: Layout = (documents) => {
  const lines = documents.filter(({ isThroughStripe }) => isThroughStripe).flatMap(linesOf)
  if (lines.length === 0) return []
  const dated = lines.toSorted((a, b) => a.at.getTime() - b.at.getTime())
  const rows = dated.map(({ at, amountPence, text }) =>
    csvRow([textCell(slashedDay(at)), moneyCell(amountPence), textCell(plain(text))]),
  )
  return [{ name: 'freeagent-stripe-statement.csv', content: rows.join('') }]
}

type StatementLine = { at: Date; amountPence: Pence; text: string }

function linesOf({ issuedAt: at, number, customer, grossPence, feePence }: SalesDocument): StatementLine[] {
  const moved = { at, amountPence: grossPence, text: `${number} ${customer.name}` }
  const fee = { at, amountPence: negatePence(feePence), text: `Card fee ${number}` }
  return [moved, fee].filter(({ amountPence }) => amountPence !== 0)
}

/** FreeAgent takes no comma, no quotation mark and no line break in a description. */
function plain(text: string): string {
  return text
    .replace(/[,"\s]+/g, ' ')
    .trim()
    .slice(0, 200)
}
