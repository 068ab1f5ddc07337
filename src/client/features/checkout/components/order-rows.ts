import { formatPrice } from '#client/lib/format.ts'
import type { MoneyRow } from '#client/ui/money-rows.tsx'
import { formatPounds, negatePence, parsePounds } from '#shared/money/money.ts'

/** A line of the sum: `pounds` as on the wire. */
export function sumRow(label: string, pounds: string, kind: 'quiet' | 'total'): MoneyRow {
  return { label, amount: formatPrice(pounds, { sums: true }), kind }
}

/** What comes off, with its minus sign; no line where nothing does. */
export function discountRow(label: string, pounds: string): MoneyRow[] {
  const discount = parsePounds(pounds)
  if (discount === 0) return []
  return [{ label, amount: formatPounds(negatePence(discount), { sums: true }) }]
}
