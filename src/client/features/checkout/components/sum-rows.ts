import type { ReactNode } from 'react'
import { formatPrice, formatRate } from '#client/lib/format.ts'
import { codeWithRemove } from '#client/site/quote-rows.tsx'
import type { MoneyRow } from '#client/ui/money-rows.tsx'
import { cartMessages, collectionDiscountLabel } from '#shared/messages/cart.ts'
import { formatPounds, negatePence, parsePounds } from '#shared/money/money.ts'
import type { OrderSums } from '#shared/schemas/checkout.ts'

/** From the videos' prices to the total; a code that still can be is taken off here. */
export function sumRows(order: OrderSums, onRemoveCode?: () => void): MoneyRow[] {
  const code = order.referralCode ?? ''
  const words = cartMessages.codeRow(order.discountPercent ?? 0, order.clubName ?? code)
  const label = onRemoveCode ? codeWithRemove(words, code, onRemoveCode) : words
  return [
    ...discountRow(collectionDiscountLabel, order.collectionDiscount),
    ...discountRow(label, order.referralDiscount),
    ...(order.vatRate > 0
      ? [
          sumRow('Price before VAT', order.amountExVat, 'quiet'),
          sumRow(`VAT, ${formatRate(order.vatRate)}`, order.vatAmount, 'quiet'),
        ]
      : []),
  ]
}

/** A line of the sum: `pounds` as on the wire. */
export function sumRow(label: string, pounds: string, kind: 'plain' | 'quiet' | 'total' = 'plain'): MoneyRow {
  return { label, amount: formatPrice(pounds, { sums: true }), kind }
}

/** What comes off, with its minus sign; no line where nothing does. */
function discountRow(label: ReactNode, pounds: string): MoneyRow[] {
  const discount = parsePounds(pounds)
  if (discount === 0) return []
  return [{ label, amount: formatPounds(negatePence(discount), { sums: true }) }]
}
