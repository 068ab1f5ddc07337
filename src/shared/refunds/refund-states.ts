/** The states of a refund; docs/refunds.md has the diagram. */
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

/** Requested, and not known to be with Stripe. */
const UNSENT_REFUNDS = ['requested', 'waiting', 'held'] as const satisfies readonly RefundStatus[]
/** Neither paid nor ended. */
export const UNSETTLED_REFUNDS = [...UNSENT_REFUNDS, 'pending'] as const satisfies readonly RefundStatus[]

/** What an admin decided about a refund that failed. */
export const REFUND_RESOLUTIONS = ['retried', 'paidOtherwise', 'dropped'] as const
type RefundResolution = (typeof REFUND_RESOLUTIONS)[number]

/** The state of a refund. Only a failed one is resolved. */
export type RefundState = { status: RefundStatus; resolution: RefundResolution | null }

export const DISPUTE_STATUSES = ['inquiry', 'open', 'won', 'lost'] as const
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number]

/** Whether a refund is requested and not known to be with Stripe. */
export function isUnsent({ status }: Pick<RefundState, 'status'>): boolean {
  return UNSENT_REFUNDS.some((unsent) => unsent === status)
}

/** Whether a refund takes money from the order, now or later, through Stripe or in another way. */
export function isLive({ status, resolution }: RefundState): boolean {
  return resolution === 'paidOtherwise' || (status !== 'failed' && status !== 'withdrawn')
}

/** Whether the money of a refund went to the buyer, through Stripe or in another way. */
export function isPaidOut({ status, resolution }: RefundState): boolean {
  return status === 'pending' || status === 'succeeded' || resolution === 'paidOtherwise'
}

/** Whether a refund failed, and no admin has decided what becomes of its money. */
export function isUnresolved({ status, resolution }: RefundState): boolean {
  return status === 'failed' && resolution === null
}

/** Whether a bank holds the money: a refund besides would pay the buyer twice where the dispute is lost. */
export function isDisputed({ disputes }: { disputes: readonly { status: DisputeStatus }[] }): boolean {
  return disputes.some(({ status }) => status === 'open')
}
