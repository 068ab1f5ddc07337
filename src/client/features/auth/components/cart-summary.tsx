import { useCart } from '#client/features/cart/use-cart.ts'
import { usePageData } from '#client/site/page-data-context.tsx'
import { quoteRows } from '#client/site/quote-rows.tsx'
import { Box } from '#client/ui/layout.tsx'
import { MoneyRows } from '#client/ui/money-rows.tsx'
import { checkoutMessages } from '#shared/messages/checkout.ts'
import { formatPounds } from '#shared/money/money.ts'

/** What is about to be bought, beside the account that it needs. */
export function CartSummary() {
  const { quote } = useCart()
  const { videos, terms, vatRate } = usePageData()
  if (quote.lines.length === 0) return null
  const lines = videos
    .filter(({ id }) => quote.lines.some(({ videoId }) => videoId === id))
    .map(({ title, pricePence }) => ({ label: title, amount: formatPounds(pricePence, { sums: true }) }))
  const months = quote.isBundle ? terms.bundleMonths : terms.singleMonths
  return (
    <Box className="cart-summary">
      <h2 className="side-heading">{checkoutMessages.orderSummary}</h2>
      <MoneyRows rows={[...lines, ...quoteRows(quote).slice(1)]} />
      <p className="quiet small">
        {vatRate > 0 && `Includes ${formatPounds(quote.vatPence, { sums: true })} VAT. `}
        Open for {months} months from the day you buy.
      </p>
    </Box>
  )
}
