import { capitalised, videosInWords } from '#client/lib/format.ts'
import type { MoneyRow } from '#client/ui/money-rows.tsx'
import { cartMessages, collectionDiscountLabel } from '#shared/messages/cart.ts'
import { formatPounds, negatePence, type Pence } from '#shared/money/money.ts'
import type { Quote } from '#shared/pricing/pricing.ts'

/** What a cart costs: its videos together, what comes off, and the total. */
export function quoteRows(quote: Quote): MoneyRow[] {
  const { collectionDiscountPence, referral, referralDiscountPence, referralPercent } = quote
  return [
    { label: capitalised(videosInWords(quote.lines.length)), amount: sum(quote.subtotalPence) },
    ...less(collectionDiscountLabel, collectionDiscountPence),
    ...less(cartMessages.codeRow(referralPercent, referral?.clubName), referralDiscountPence),
    { label: 'Total', amount: sum(quote.totalPence), kind: 'total' },
  ]
}

function less(label: string, discount: Pence): MoneyRow[] {
  return discount === 0 ? [] : [{ label, amount: sum(negatePence(discount)) }]
}

function sum(amount: Pence) {
  return formatPounds(amount, { sums: true })
}
