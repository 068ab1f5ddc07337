import { Link } from 'react-router'
import { formatDay } from '#client/lib/format.ts'
import { requestMessages } from '#shared/messages/refund-requests.ts'
import type { WaitingRequestOutput } from '#shared/schemas/orders.ts'

type OrderLinkProps = {
  to: string
  /** A video, or the number of an invoice. */
  of: string
  request: WaitingRequestOutput | undefined
}

/** The way to an order: that something is wrong with it, or what was asked back. */
export function OrderLink({ to, of, request }: OrderLinkProps) {
  const text = request
    ? requestMessages.asked(request.wish, formatDay(request.askedAt))
    : requestMessages.link
  return (
    <Link className="quiet small no-print order-link" to={to} aria-label={`${text} ${of}`}>
      {text}
    </Link>
  )
}
