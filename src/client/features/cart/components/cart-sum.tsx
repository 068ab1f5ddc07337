import { capitalised, videosInWords } from '#client/lib/format.ts'
import { type MoneyRow, MoneyRows } from '#client/ui/money-rows.tsx'
import { collectionDiscountLabel } from '#shared/messages/cart.ts'
import { formatPounds, negatePence, type Pence } from '#shared/money/money.ts'
import type { Quote } from '#shared/pricing/pricing.ts'

/** The summary over the checkout button, ruled like a logbook. */
export function CartSum({ quote }: { quote: Quote }) {
  return <MoneyRows rows={sumRows(quote)} />
}

function sumRows(quote: Quote): MoneyRow[] {
  const { collectionDiscountPence, referralDiscountPence, referralPercent } = quote
  return [
    { label: capitalised(videosInWords(quote.lines.length)), amount: sum(quote.subtotalPence) },
    ...less(collectionDiscountLabel, collectionDiscountPence),
    ...less(`Club code, ${referralPercent}%`, referralDiscountPence),
    { label: 'Total', amount: sum(quote.totalPence), kind: 'total' },
  ]
}

function less(label: string, discount: Pence): MoneyRow[] {
  return discount === 0 ? [] : [{ label, amount: sum(negatePence(discount)) }]
}

function sum(amount: Pence) {
  return formatPounds(amount, { sums: true })
}
