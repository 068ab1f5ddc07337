import { z } from 'zod'

/** An event of Stripe, as far as the shop acts on it. */
export type SignedEvent = {
  id: string
  type: string
  /** Empty where the event is of no use to the shop and its object has no id. */
  objectId: string
  intentId: string | null
  /** False for Stripe's test mode and for the sandbox. */
  livemode: boolean
  createdAt: Date
}

/** An event of another shape than the shop knows; `reason` says where, without what stood there. */
export type UnreadableEvent = { id: string; reason: string }

const stripeId = z.string().regex(/^[\w-]{1,255}$/)

const envelope = z.object({
  id: stripeId,
  object: z.literal('event'),
  type: z.string().regex(/^[a-z0-9_.]{1,100}$/),
  /** Seconds since 1970; the limit is the year 9999. */
  created: z.int().min(1).max(253_402_300_799),
  livemode: z.boolean(),
  data: z.object({ object: z.looseObject({}) }),
})

const intentObject = z.object({ id: stripeId, object: z.literal('payment_intent') })

/** A charge, refund or dispute; null where it belongs to no payment intent. */
const paymentObject = z.object({
  id: stripeId,
  object: z.enum(['charge', 'refund', 'dispute']),
  payment_intent: stripeId.nullable(),
})

const payoutObject = z.object({ id: stripeId, object: z.literal('payout') })

/**
 * Reads an event as Stripe's API and webhooks give it.
 *
 * @throws ZodError when it lacks what the shop needs of an event of its type
 */
export function readStripeEvent(body: unknown): SignedEvent {
  const { id, type, created, livemode, data } = envelope.parse(body)
  return { id, type, livemode, createdAt: new Date(created * 1000), ...readObject(type, data.object) }
}

/** Reads a page of events; one of an unknown shape keeps no other back. */
export function readStripeEvents(page: readonly { id: string; type: string }[]): {
  events: SignedEvent[]
  unreadable: UnreadableEvent[]
} {
  const events: SignedEvent[] = []
  const unreadable: UnreadableEvent[] = []
  for (const body of page) {
    try {
      events.push(readStripeEvent(body))
    } catch (error) {
      if (!(error instanceof z.ZodError)) throw error
      unreadable.push({ id: body.id, reason: `${body.type}; ${describeIssues(error).join(', ')}` })
    }
  }
  return { events, unreadable }
}

/** Where a body is unexpected, without its content. */
export function describeIssues({ issues }: z.ZodError): string[] {
  return issues.map(({ path, code }) => `${path.join('.')}: ${code}`)
}

function readObject(type: string, object: unknown): Pick<SignedEvent, 'objectId' | 'intentId'> {
  if (type.startsWith('payment_intent.')) {
    const { id } = intentObject.parse(object)
    return { objectId: id, intentId: id }
  }
  if (/^(?:charge|refund)\./.test(type)) {
    const { id, payment_intent } = paymentObject.parse(object)
    return { objectId: id, intentId: payment_intent }
  }
  if (type.startsWith('payout.')) return { objectId: payoutObject.parse(object).id, intentId: null }
  return { objectId: '', intentId: null }
}
