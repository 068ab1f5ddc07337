import Stripe from 'stripe'
import type { World } from './world.ts'
import { setSwitches, switchesOf } from './world.ts'

type EventType = Extract<
  Stripe.Event['type'],
  | `payment_intent.${'created' | 'requires_action' | 'processing' | 'succeeded' | 'payment_failed' | 'canceled'}`
  | `charge.${'succeeded' | 'pending' | 'failed' | 'updated' | 'refunded' | 'refund.updated'}`
  | `charge.dispute.${'created' | 'updated' | 'closed' | 'funds_withdrawn' | 'funds_reinstated'}`
  | `refund.${'created' | 'updated' | 'failed'}`
  | `customer.${'created' | 'updated'}`
  | `payout.${'created' | 'paid' | 'failed' | 'reconciliation_completed'}`
>

type Payload<T extends EventType> = Extract<Stripe.Event, { type: T }>['data']

/** Records that something happened, with the object as it was then, and owes the shop a webhook for it. */
export function emit<T extends EventType>(
  world: World,
  type: T,
  data: { object: Payload<T>['object']; previous_attributes?: object },
) {
  const event = world.store.put('event', {
    id: world.newId('evt'),
    object: 'event',
    api_version: Stripe.API_VERSION,
    created: world.now(),
    data: structuredClone(data),
    livemode: false,
    pending_webhooks: 0,
    request: world.request,
    type,
  })
  if (!world.owesWebhooks) return
  const { dropNext, duplicateWebhooks } = switchesOf(world)
  if (dropNext > 0) setSwitches(world, { dropNext: dropNext - 1 })
  world.store.put('delivery', {
    id: event.id,
    attempts: 0,
    copies: duplicateWebhooks ? 2 : 1,
    dueAt: world.now(),
    state: dropNext > 0 ? 'dropped' : 'waiting',
    lastAnswer: null,
  })
}

/** An event as the API and the webhook show it, with the number of deliveries still owed. */
export function eventOnWire(world: Pick<World, 'store'>, event: Stripe.EventBase): Stripe.EventBase {
  const isOwed = world.store.get('delivery', event.id)?.state === 'waiting'
  return { ...event, pending_webhooks: isOwed ? 1 : 0 }
}
