import { formatDay, formatPrice, formatShortDay } from '#client/lib/format.ts'
import type { StatusKind } from '#client/ui/status.tsx'
import type {
  AccessOutput,
  MailOutput,
  OrderDetailOutput,
  OrderRowOutput,
  RefundDetailOutput,
  WatchedOutput,
} from '#shared/schemas/admin-orders.ts'

export type Worded = { kind: StatusKind; words: string }

/** Where an order stands, in one word; what matters most first. */
export function orderState(
  order: Pick<OrderRowOutput, 'status' | 'total' | 'refunded' | 'hasOpenDispute'>,
): Worded {
  if (order.hasOpenDispute) return { kind: 'stop', words: 'In dispute' }
  if (order.status === 'open') return { kind: 'pending', words: 'Waiting to be paid' }
  if (order.status === 'cancelled') return { kind: 'not-started', words: 'Cancelled' }
  if (order.refunded === '0.00') return { kind: 'done', words: 'Paid' }
  if (order.refunded === order.total) return { kind: 'forward', words: 'Refunded' }
  return { kind: 'forward', words: `${formatPrice(order.refunded, { sums: true })} refunded` }
}

const REFUND_STATES: Record<RefundDetailOutput['status'], Worded> = {
  requested: { kind: 'pending', words: 'Asked for' },
  waiting: { kind: 'pending', words: 'Waiting for Stripe' },
  held: { kind: 'stop', words: 'Held' },
  pending: { kind: 'pending', words: 'On its way' },
  succeeded: { kind: 'done', words: 'Refunded' },
  failed: { kind: 'stop', words: 'Failed' },
  withdrawn: { kind: 'not-started', words: 'Not sent' },
}

const RESOLVED = {
  retried: 'Failed, asked for again',
  paidOtherwise: 'Paid another way',
  dropped: 'Failed, not owed',
} as const

/** How far a refund has come, in Stripe's own terms and then in the admin's. */
export const DISPUTE_STATES: Record<OrderDetailOutput['disputes'][number]['status'], Worded> = {
  inquiry: { kind: 'pending', words: 'Inquiry' },
  open: { kind: 'pending', words: 'Open' },
  won: { kind: 'done', words: 'Won' },
  lost: { kind: 'stop', words: 'Lost' },
}

export function refundState({ status, resolution }: RefundDetailOutput): Worded {
  if (resolution === null) return REFUND_STATES[status]
  return { kind: resolution === 'paidOtherwise' ? 'done' : 'not-started', words: RESOLVED[resolution] }
}

export const MAIL_STATES: Record<MailOutput['status'], Worded> = {
  queued: { kind: 'pending', words: 'Waiting' },
  sending: { kind: 'pending', words: 'Being sent' },
  sent: { kind: 'done', words: 'Sent' },
  failed: { kind: 'stop', words: 'Failed' },
  unknown: { kind: 'forward', words: 'Not known' },
  suppressed: { kind: 'not-started', words: 'Not sent' },
}

const METHODS: Readonly<Record<string, string>> = {
  card: 'card',
  klarna: 'Klarna',
  revolut_pay: 'Revolut Pay',
}

export function methodLabels(method: string | null): string {
  return METHODS[method ?? ''] ?? method ?? 'unknown method'
}

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
}

/** What Stripe told; a kind of event without words goes by its own name. */
export function eventLabels(type: string): string {
  return EVENTS[type] ?? type
}

/** A list of titles for people: seven are the package. */
export function videosWords({ isBundle, videos }: { isBundle: boolean; videos: readonly string[] }): string {
  return isBundle ? 'Complete package' : videos.join(', ')
}

/** Where a buyer stands with the 14 days of the Consumer Contracts Regulations 2013. */
export function cancellationLabel(cancellation: OrderDetailOutput['cancellation']): string {
  if (cancellation.right === 'waived') return `Given up on ${formatDay(cancellation.agreedAt)}`
  if (cancellation.until === null) return 'Kept'
  return `Until the end of ${formatDay(cancellation.until)}`
}

/** How much of a video was watched, under the heading “Watched”: for deciding on a refund. */
export function watchedLabel(watched: WatchedOutput | null): string {
  if (watched === null) return 'Not yet'
  return watched.completed ? 'To the end' : `To ${watched.percent}%`
}

/** Until when a video is open, or since when it is not. */
export function accessLabels(access: AccessOutput | null): Worded {
  if (access === null) return { kind: 'not-started', words: 'Not opened yet' }
  if (access.revokedAt !== null) return { kind: 'stop', words: `Ended ${formatShortDay(access.revokedAt)}` }
  if (access.isOpen) return { kind: 'done', words: `Open until ${formatShortDay(access.expiresAt)}` }
  return { kind: 'not-started', words: `Closed ${formatShortDay(access.expiresAt)}` }
}
