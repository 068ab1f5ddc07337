import { capitalised, formatShortDay, formatSum } from '#client/lib/format.ts'
import type { StatusLabel } from '#client/ui/status.tsx'
import type { StripeEventType } from '#shared/operations/stripe-event-types.ts'
import type {
  AccessOutput,
  MailOutput,
  OrderDetailOutput,
  OrderRowOutput,
  RefundDetailOutput,
  WatchedOutput,
} from '#shared/schemas/admin-orders.ts'

/** Where an order stands, in one word; what matters most first. */
export function orderState(
  order: Pick<OrderRowOutput, 'status' | 'total' | 'refunded' | 'hasOpenDispute' | 'openWish'>,
): StatusLabel {
  if (order.hasOpenDispute) return { kind: 'stop', label: 'In dispute' }
  if (order.openWish) return { kind: 'pending', label: `${capitalised(order.openWish)} asked for` }
  if (order.status === 'open') return { kind: 'pending', label: 'Waiting to be paid' }
  if (order.status === 'cancelled') return { kind: 'not-started', label: 'Cancelled' }
  if (order.refunded === '0.00') return { kind: 'done', label: 'Paid' }
  if (order.refunded === order.total) return { kind: 'forward', label: 'Refunded' }
  return { kind: 'forward', label: `${formatSum(order.refunded)} refunded` }
}

const REFUND_STATES: Record<RefundDetailOutput['status'], StatusLabel> = {
  requested: { kind: 'pending', label: 'Asked for' },
  waiting: { kind: 'pending', label: 'Waiting for Stripe' },
  held: { kind: 'stop', label: 'Held' },
  pending: { kind: 'pending', label: 'On its way' },
  succeeded: { kind: 'done', label: 'Refunded' },
  failed: { kind: 'stop', label: 'Failed' },
  withdrawn: { kind: 'not-started', label: 'Not sent' },
}

const RESOLVED = {
  retried: 'Failed, asked for again',
  paidOtherwise: 'Paid another way',
  dropped: 'Failed, not owed',
} as const

/** How far a refund has come, in Stripe's own terms and then in the admin's. */
export const DISPUTE_STATES: Record<OrderDetailOutput['disputes'][number]['status'], StatusLabel> = {
  inquiry: { kind: 'pending', label: 'Inquiry' },
  open: { kind: 'pending', label: 'Open' },
  won: { kind: 'done', label: 'Won' },
  lost: { kind: 'stop', label: 'Lost' },
}

export function refundState({ status, resolution }: RefundDetailOutput): StatusLabel {
  if (resolution === null) return REFUND_STATES[status]
  return { kind: resolution === 'paidOtherwise' ? 'done' : 'not-started', label: RESOLVED[resolution] }
}

export const MAIL_STATES: Record<MailOutput['status'], StatusLabel> = {
  queued: { kind: 'pending', label: 'Waiting' },
  sending: { kind: 'pending', label: 'Being sent' },
  sent: { kind: 'done', label: 'Sent' },
  failed: { kind: 'stop', label: 'Failed' },
  unknown: { kind: 'forward', label: 'Not known' },
  suppressed: { kind: 'not-started', label: 'Not sent' },
}

const METHODS: Readonly<Record<string, string>> = {
  card: 'card',
  klarna: 'Klarna',
  revolut_pay: 'Revolut Pay',
}

export function methodLabels(method: string | null): string {
  return METHODS[method ?? ''] ?? method ?? 'unknown method'
}

/** A payout of Stripe belongs to no order. */
type OrderEventType = Exclude<StripeEventType, `payout.${string}`>

const EVENTS: Readonly<Record<string, string>> = {
  'payment_intent.created': 'payment begun',
  'payment_intent.requires_action': 'the buyer’s bank asks for a confirmation',
  'payment_intent.processing': 'payment under way',
  'payment_intent.succeeded': 'payment taken',
  'payment_intent.payment_failed': 'payment refused',
  'payment_intent.canceled': 'payment given up',
  'charge.updated': 'card fee known',
  'charge.refunded': 'money sent back',
  'refund.created': 'refund begun',
  'refund.updated': 'refund changed',
  'refund.failed': 'refund failed',
  'charge.refund.updated': 'refund changed',
  'charge.dispute.created': 'dispute opened',
  'charge.dispute.updated': 'dispute changed',
  'charge.dispute.closed': 'dispute closed',
  'charge.dispute.funds_withdrawn': 'disputed money taken',
  'charge.dispute.funds_reinstated': 'disputed money given back',
} satisfies Record<OrderEventType, string>

/** What Stripe told; a kind of event without label goes by its own name. */
export function eventLabels(type: string): string {
  return EVENTS[type] ?? type
}

/** A list of titles for people: seven are the package. */
export function videosLabel({ isBundle, videos }: { isBundle: boolean; videos: readonly string[] }): string {
  return isBundle ? 'Complete package' : videos.join(', ')
}

/** Where a buyer stands with the 14 days of the Consumer Contracts Regulations 2013. */
export function cancellationLabel(cancellation: OrderDetailOutput['cancellation']): string {
  if (cancellation.right === 'waived') return `Given up on ${formatShortDay(cancellation.agreedAt)}`
  if (cancellation.until === null) return 'Kept'
  return `Until the end of ${formatShortDay(cancellation.until)}`
}

/** How much of a video was watched, under the heading “Watched”: for deciding on a refund. */
export function watchedLabel(watched: WatchedOutput | null): string {
  if (watched === null) return 'Not yet'
  const { watchedSeconds, durationSeconds, percent, completed } = watched
  const reached = completed ? 'to the end' : `to ${percent}%`
  if (watchedSeconds === null) return `${capitalised(reached)}, minutes not recorded`
  const minutes = Math.ceil(watchedSeconds / 60)
  const of = durationSeconds === null ? '' : ` of ${Math.ceil(durationSeconds / 60)}`
  return `${capitalised(reached)}, ${minutes}${of} min`
}

/** Until when a video is open, from when it will be, or since when it is not. */
export function accessLabels(access: AccessOutput | null, now = new Date()): StatusLabel {
  if (access === null) return { kind: 'not-started', label: 'Not opened yet' }
  if (access.revokedAt !== null) return { kind: 'stop', label: `Ended ${formatShortDay(access.revokedAt)}` }
  if (access.isOpen) return { kind: 'done', label: `Open until ${formatShortDay(access.expiresAt)}` }
  if (new Date(access.startsAt) > now) {
    return { kind: 'not-started', label: `Opens on ${formatShortDay(access.startsAt)}` }
  }
  return { kind: 'not-started', label: `Closed ${formatShortDay(access.expiresAt)}` }
}
