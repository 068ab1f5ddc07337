import { expiresAt } from '#shared/access.ts'
import { formatLondonDate } from '#shared/calendar.ts'
import { checkoutMessages } from '#shared/messages/checkout.ts'
import type { CreatePaymentIntentOutput } from '#shared/schemas/checkout.ts'
import type { PageFilm } from '../../../app/page-data.ts'
import { usePageData } from '../../../app/page-data-context.tsx'
import { capitalised, formatPrice, formatRate, inWords } from '../../../lib/format.ts'
import { type MoneyRow, MoneyRows } from '../../../ui/money-rows.tsx'
import { SubjectName } from '../../../ui/subject-symbol.tsx'
import { Box, Split } from '../../../ui/wrap.tsx'
import { useCart } from '../../cart/use-cart.ts'
import { discountRow, sumRow } from './order-rows.ts'

type OrderSummaryProps = { order: CreatePaymentIntentOutput; pricedAt: Date }

/** What is bought, what it costs and until when it is open, before the button (requirements §4, §10). */
export function OrderSummary({ order, pricedAt }: OrderSummaryProps) {
  const { films, terms } = usePageData()
  const bought = films.filter(({ id }) => order.items.videoIds.includes(id))
  const closesAt = expiresAt({ boughtAt: pricedAt, isBundle: order.items.bundle, terms })
  return (
    <Box>
      <h2 className="mb-3 text-h3">{checkoutMessages.orderSummary}</h2>
      <ul>
        {bought.map((film) => (
          <li key={film.id}>
            <FilmLine film={film} />
          </li>
        ))}
      </ul>
      <MoneyRows rows={useSumRows(order)} />
      <p className="quiet small mt-3">
        {openingWords(bought.length)} on {formatLondonDate(closesAt)}. The invoice comes by email.
      </p>
    </Box>
  )
}

function FilmLine({ film }: { film: PageFilm }) {
  return (
    <Split className="items-center py-2 font-semibold">
      <SubjectName category={film.categorySlug}>{film.title}</SubjectName>
      <span className="fig">{formatPrice(film.price, { sums: true })}</span>
    </Split>
  )
}

function openingWords(count: number): string {
  if (count === 1) return 'The film opens as soon as you have paid and closes'
  const films = count === 2 ? 'Both films' : `All ${inWords(count)} films`
  return `${capitalised(films)} open as soon as you have paid and close`
}

function useSumRows(order: CreatePaymentIntentOutput): MoneyRow[] {
  const { referral } = useCart()
  const isKnownCode = referral !== null && referral.code === order.referralCode
  const codeWords = isKnownCode
    ? `${referral.clubName ?? referral.code}, ${referral.discountPercent}%`
    : `Code ${order.referralCode ?? ''}`
  const collectionWords = order.items.bundle ? 'Complete package' : 'Collection completed'
  return [
    ...discountRow(collectionWords, order.collectionDiscount),
    ...discountRow(codeWords, order.referralDiscount),
    ...(order.vatRate > 0
      ? [
          sumRow('Price before VAT', order.amountExVat, 'quiet'),
          sumRow(`VAT, ${formatRate(order.vatRate)}`, order.vatAmount, 'quiet'),
        ]
      : []),
    sumRow('Total', order.total, 'total'),
  ]
}
