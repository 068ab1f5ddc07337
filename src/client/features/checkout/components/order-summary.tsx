import { capitalised, formatPrice, formatRate, inWords } from '#client/lib/format.ts'
import { usePageData } from '#client/site/page-data-context.tsx'
import { Box, Split } from '#client/ui/layout.tsx'
import { type MoneyRow, MoneyRows } from '#client/ui/money-rows.tsx'
import { SubjectName } from '#client/ui/subject-symbol.tsx'
import { formatLondonDate } from '#shared/calendar/calendar.ts'
import { collectionDiscountLabel, renewalMessages } from '#shared/messages/cart.ts'
import { checkoutMessages } from '#shared/messages/checkout.ts'
import { formatPounds, negatePence, parsePounds } from '#shared/money/money.ts'
import type { PageVideo } from '#shared/schemas/catalog.ts'
import type { CreatePaymentIntentOutput } from '#shared/schemas/checkout.ts'

/** What is bought, what it costs and until when it is open, before the button (requirements §4, §10). */
export function OrderSummary({ order }: { order: CreatePaymentIntentOutput }) {
  const { videos } = usePageData()
  const bought = videos.filter(({ id }) => order.items.videoIds.includes(id))
  return (
    <Box>
      <h2 className="order-summary-title side-heading">{checkoutMessages.orderSummary}</h2>
      <ul>
        {bought.map((video) => (
          <li key={video.id}>
            <VideoLine video={video} renewal={order.renewals?.find(({ videoId }) => videoId === video.id)} />
          </li>
        ))}
      </ul>
      <MoneyRows rows={sumRows(order)} />
      <p className="quiet small order-summary-note">
        {opening(order, bought.length)} The invoice comes by email.
      </p>
    </Box>
  )
}

type Renewal = NonNullable<CreatePaymentIntentOutput['renewals']>[number]

function VideoLine({ video, renewal }: { video: PageVideo; renewal: Renewal | undefined }) {
  return (
    <Split className="order-summary-line">
      <span>
        <SubjectName category={video.categorySlug}>{video.title}</SubjectName>
        {renewal && (
          <span className="second-line">
            {renewalMessages.line(day(renewal.startsAt))} to {day(renewal.closesAt)}
          </span>
        )}
      </span>
      <span className="figure order-summary-price">{formatPrice(video.price, { sums: true })}</span>
    </Split>
  )
}

const day = (moment: Date | string) => formatLondonDate(new Date(moment))

/** A renewal says its own days. */
function opening({ renewals = [], closesAt }: CreatePaymentIntentOutput, count: number): string {
  const renewed = renewals.length > 0 ? 'A renewal begins where the old term ends.' : ''
  if (renewals.length === count) return renewed
  return `${openingWords(count - renewals.length)} on ${day(closesAt)}. ${renewed}`
}

function openingWords(count: number): string {
  if (count === 1) return 'The film opens as soon as you have paid and closes'
  const videos = count === 2 ? 'Both films' : `All ${inWords(count)} films`
  return `${capitalised(videos)} open as soon as you have paid and close`
}

function sumRows(order: CreatePaymentIntentOutput): MoneyRow[] {
  const codeLabels = `${order.clubName ?? order.referralCode ?? ''}, ${order.discountPercent ?? 0}%`
  return [
    ...discountRow(collectionDiscountLabel, order.collectionDiscount),
    ...discountRow(codeLabels, order.referralDiscount),
    ...(order.vatRate > 0
      ? [
          sumRow('Price before VAT', order.amountExVat, 'quiet'),
          sumRow(`VAT, ${formatRate(order.vatRate)}`, order.vatAmount, 'quiet'),
        ]
      : []),
    sumRow('Total', order.total, 'total'),
  ]
}

/** A line of the sum: `pounds` as on the wire. */
function sumRow(label: string, pounds: string, kind: 'quiet' | 'total'): MoneyRow {
  return { label, amount: formatPrice(pounds, { sums: true }), kind }
}

/** What comes off, with its minus sign; no line where nothing does. */
function discountRow(label: string, pounds: string): MoneyRow[] {
  const discount = parsePounds(pounds)
  if (discount === 0) return []
  return [{ label, amount: formatPounds(negatePence(discount), { sums: true }) }]
}
