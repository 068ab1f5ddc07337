import { useState } from 'react'
import { useCart } from '#client/features/cart/use-cart.ts'
import { capitalised, formatPrice, inWords } from '#client/lib/format.ts'
import { CodeBox } from '#client/site/code-box.tsx'
import { usePageData } from '#client/site/page-data-context.tsx'
import { BusyFieldset } from '#client/ui/busy-fieldset.tsx'
import { TextButton } from '#client/ui/button.tsx'
import { Box, Split } from '#client/ui/layout.tsx'
import { MoneyRows } from '#client/ui/money-rows.tsx'
import { SubjectName } from '#client/ui/subject-symbol.tsx'
import { formatLondonDate } from '#shared/calendar/calendar.ts'
import { cartMessages, renewalMessages } from '#shared/messages/cart.ts'
import { checkoutMessages } from '#shared/messages/checkout.ts'
import type { PageVideo } from '#shared/schemas/catalog.ts'
import type { CreatePaymentIntentOutput } from '#shared/schemas/checkout.ts'
import type { AskedOrder } from './intent-gate.tsx'
import { sumRow, sumRows } from './sum-rows.ts'

type OrderSummaryProps = {
  order: CreatePaymentIntentOutput
  asked: AskedOrder
  /** The order is being changed or paid. */
  isBusy: boolean
  onChange: (asked: AskedOrder) => void
}

/**
 * What is bought, what it costs and until when it is open, before the button (requirements §4, §10). On a phone it is one
 * line that opens. A video and a code can be taken out here, and a code put in.
 */
export function OrderSummary({ order, asked, isBusy, onChange }: OrderSummaryProps) {
  const { videos } = usePageData()
  const cart = useCart()
  const [isOpen, setOpen] = useState(false)
  const bought = videos.flatMap((video) => {
    const line = order.lines.find(({ videoId }) => videoId === video.id)
    return line ? [{ ...video, price: line.price }] : []
  })

  function removeVideo(videoId: number) {
    cart.remove(videoId)
    onChange({ ...asked, videoIds: asked.videoIds.filter((id) => id !== videoId) })
  }

  function removeCode() {
    cart.setCodeText('')
    onChange({ ...asked, referralCode: null })
  }

  return (
    <Box className="order-summary">
      <h2 className="order-summary-title side-heading">{checkoutMessages.orderSummary}</h2>
      <button
        type="button"
        className="order-summary-switch chevron"
        aria-expanded={isOpen}
        aria-controls="order-summary"
        onClick={() => setOpen(!isOpen)}
      >
        <span>{titlesOf(bought)}</span>
        <b className="figure order-summary-price">{formatPrice(order.total, { sums: true })}</b>
      </button>
      <BusyFieldset busy={isBusy} className="order-summary-body" id="order-summary">
        <ul>
          {bought.map((video) => (
            <li key={video.id}>
              <VideoLine
                video={video}
                renewal={order.renewals?.find(({ videoId }) => videoId === video.id)}
                onRemove={() => removeVideo(video.id)}
              />
            </li>
          ))}
        </ul>
        <MoneyRows rows={[...sumRows(order, removeCode), sumRow('Total', order.total, 'total')]} />
        {order.referralCode === null && (
          <CodeBox code={cart} onApplied={(code) => onChange({ ...asked, referralCode: code })} />
        )}
        <p className="quiet small order-summary-note">{opening(order, bought.length)}</p>
      </BusyFieldset>
    </Box>
  )
}

/** Short enough for one line of a phone. */
function titlesOf([first, ...others]: readonly PageVideo[]): string {
  if (first === undefined) return checkoutMessages.orderSummary
  return others.length === 0 ? first.title : `${first.title} and ${inWords(others.length)} more`
}

type Renewal = NonNullable<CreatePaymentIntentOutput['renewals']>[number]

type VideoLineProps = { video: PageVideo; renewal: Renewal | undefined; onRemove: () => void }

function VideoLine({ video, renewal, onRemove }: VideoLineProps) {
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
      <TextButton className="small" aria-label={cartMessages.remove(video.title)} onClick={onRemove}>
        Remove
      </TextButton>
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
