import { type MoneyRow, MoneyRows } from '#client/ui/money-rows.tsx'
import { formatPounds, negatePence, parsePounds } from '#shared/money/money.ts'
import type { ClearingAccountOutput } from '#shared/schemas/stripe-payouts.ts'

/** The clearing account as a sum that can be checked by hand: it ends at £0.00. */
export function ClearingRows({ account }: { account: ClearingAccountOutput }) {
  const rows = [
    row('Charges', account.gross),
    row('Refunds', account.refunds),
    row('Disputes', account.disputes),
    row('Stripe’s fees', account.fees),
    ...(parsePounds(account.other) === 0 ? [] : [row('Adjustments', account.other)]),
    row('Paid out to the bank', account.paidOut),
    ...(parsePounds(account.atStripe) === 0 ? [] : [row('Still at Stripe', account.atStripe)]),
    { ...row('Left unexplained', account.difference), kind: 'total' as const },
  ]
  return <MoneyRows rows={rows} />
}

function row(label: string, amount: string): MoneyRow {
  return { label, amount: formatPounds(parsePounds(amount), { sums: true }) }
}

/** What left Stripe, or is still there, as an amount above 0. */
export function sizeOf(amount: string): string {
  return formatPounds(negatePence(parsePounds(amount)), { sums: true })
}
