/** How far a refund has come; docs/refunds.md says what moves it on. */
export const REFUND_STATUSES = [
  'requested',
  'waiting',
  'held',
  'pending',
  'succeeded',
  'failed',
  'withdrawn',
] as const
export type RefundStatus = (typeof REFUND_STATUSES)[number]

/** Asked for, and not known to be with Stripe. */
const UNSENT_REFUNDS = ['requested', 'waiting', 'held'] as const satisfies readonly RefundStatus[]
/** Neither arrived nor given up. */
export const UNSETTLED_REFUNDS = [...UNSENT_REFUNDS, 'pending'] as const satisfies readonly RefundStatus[]

/** What an admin made of a refund that failed. */
export const REFUND_RESOLUTIONS = ['retried', 'paidOtherwise', 'dropped'] as const
type RefundResolution = (typeof REFUND_RESOLUTIONS)[number]

export const DISPUTE_STATUSES = ['inquiry', 'open', 'won', 'lost'] as const
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number]

/** Whether a refund is asked for and not known to be with Stripe. */
export function isUnsent({ status }: { status: RefundStatus }): boolean {
  return UNSENT_REFUNDS.some((unsent) => unsent === status)
}

/** Whether a refund took or will take money from the order, by Stripe or in another way. */
export function isLive(refund: { status: RefundStatus; resolution: RefundResolution | null }): boolean {
  const { status, resolution } = refund
  return resolution === 'paidOtherwise' || (status !== 'failed' && status !== 'withdrawn')
}
