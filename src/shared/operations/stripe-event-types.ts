/** Stripe's events that the shop acts on, which a webhook endpoint has to send (README, "Go to production"). */
export const WEBHOOK_EVENT_TYPES = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'charge.updated',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'payout.paid',
  'payout.failed',
  'payout.reconciliation_completed',
] as const

/** Those that the shop reads from Stripe's own list of events, too. Stripe takes up to twenty names. */
export const LISTED_EVENT_TYPES = [
  ...WEBHOOK_EVENT_TYPES,
  'payment_intent.created',
  'payment_intent.processing',
  'payment_intent.requires_action',
  'charge.refund.updated',
] as const

export type StripeEventType = (typeof LISTED_EVENT_TYPES)[number]
