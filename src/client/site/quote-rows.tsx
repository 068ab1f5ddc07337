import type { ReactNode } from 'react'
import { capitalised, videosInWords } from '#client/lib/format.ts'
import { TextButton } from '#client/ui/button.tsx'
import type { MoneyRow } from '#client/ui/money-rows.tsx'
import { cartMessages, collectionDiscountLabel } from '#shared/messages/cart.ts'
import { formatPounds, negatePence, type Pence } from '#shared/money/money.ts'
import type { Quote } from '#shared/pricing/pricing.ts'

/** What a cart costs: its videos together, what comes off, and the total. */
export function quoteRows(quote: Quote, onRemoveCode?: () => void): MoneyRow[] {
  const { collectionDiscountPence, referral, referralDiscountPence, referralPercent } = quote
  const codeWords = cartMessages.codeRow(referralPercent, referral?.clubName)
  const codeLabel =
    referral && onRemoveCode ? codeWithRemove(codeWords, referral.code, onRemoveCode) : codeWords
  return [
    { label: capitalised(videosInWords(quote.lines.length)), amount: sum(quote.subtotalPence) },
    ...less(collectionDiscountLabel, collectionDiscountPence),
    ...less(codeLabel, referralDiscountPence),
    { label: 'Total', amount: sum(quote.totalPence), kind: 'total' },
  ]
}

/** The code's line of a sum, and the button that takes it off. */
export function codeWithRemove(words: string, code: string, onRemove: () => void): ReactNode {
  return (
    <>
      {words}{' '}
      <TextButton className="small" aria-label={cartMessages.remove(`code ${code}`)} onClick={onRemove}>
        {cartMessages.removeCode}
      </TextButton>
    </>
  )
}

/** What comes off, with its minus sign; no line where nothing does. */
export function less(label: ReactNode, discount: Pence): MoneyRow[] {
  return discount === 0 ? [] : [{ label, amount: sum(negatePence(discount)) }]
}

function sum(amount: Pence) {
  return formatPounds(amount, { sums: true })
}
