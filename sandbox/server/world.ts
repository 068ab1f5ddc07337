import type Stripe from 'stripe'
import type { Switches } from './records.ts'
import type { Store } from './store.ts'

export type SandboxLog = {
  info: (fields: object, sentence: string) => void
  warn: (fields: object, sentence: string) => void
}

/** What every operation of the sandbox works with; `request` names the API call it happens in, null when a person acts. */
export type World = {
  store: Store
  /** Unix seconds, UTC, from the injected clock. */
  now: () => number
  newId: (prefix: string) => string
  /** False without a webhook listener: events are stored, but none is due. */
  owesWebhooks: boolean
  request: Stripe.Event.Request | null
}

const INITIAL_SWITCHES: Switches = {
  id: 'switches',
  holdWebhooks: false,
  dropNext: 0,
  duplicateWebhooks: false,
  reverseWebhooks: false,
  lateFees: false,
  refusesEvents: false,
  fault: null,
  faultsLeft: 0,
}

export function switchesOf(world: Pick<World, 'store'>): Switches {
  return world.store.get('switches', 'switches') ?? INITIAL_SWITCHES
}

export function setSwitches(world: Pick<World, 'store'>, change: Partial<Omit<Switches, 'id'>>): Switches {
  return world.store.put('switches', { ...switchesOf(world), ...change })
}
