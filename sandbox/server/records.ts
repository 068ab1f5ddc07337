import type Stripe from 'stripe'

/** A webhook that is owed to the shop; `dueAt` is in unix seconds, UTC. */
export type Delivery = {
  id: string
  attempts: number
  copies: number
  dueAt: number
  state: 'waiting' | 'delivered' | 'dropped' | 'given_up'
  lastAnswer: string | null
}

/** Something Stripe does by itself some time after the request, such as a bank sending a refund back. */
type Job = { id: string; dueAt: number; action: 'fail_refund' | 'succeed_refund'; target: string }

/** The answer stored for an idempotency key, with its first request. */
export type KeptAnswer = {
  id: string
  path: string
  parameters: string
  status: number
  body: string
  requestId: string
  savedAt: number
}

/**
 * `api_error` is stored for its idempotency key; `lose_answer` executes the request and closes the connection. `answer_late` executes it
 * and answers when its caller has given up; `never_answer` does nothing, and leaves the connection open.
 */
type SimulatedError =
  | 'rate_limit'
  | 'lock_timeout'
  | 'key_in_use'
  | 'api_error'
  | 'hang_up'
  | 'lose_answer'
  | 'answer_late'
  | 'never_answer'

/** What a person has switched in the sandbox; it survives a restart like everything else. */
export type Switches = {
  id: 'switches'
  holdWebhooks: boolean
  dropNext: number
  duplicateWebhooks: boolean
  reverseWebhooks: boolean
  lateFees: boolean
  /** As for a restricted key without the right to read events. */
  refusesEvents: boolean
  fault: SimulatedError | null
  faultsLeft: number
}

export type Keys = { id: 'keys'; secretKey: string; publishableKey: string; webhookSecret: string }

/** Which test card stands behind a payment method, by its name: numbers are not kept. */
type CardBehind = { id: string; name: string }

/** Which payout a balance transaction was paid out with: the object itself does not say. */
type PaidOut = { id: string; payout: string }

/** Everything the sandbox remembers. The first nine are Stripe's own objects, in Stripe's own types. */
export type Records = {
  payment_intent: Stripe.PaymentIntent
  charge: Stripe.Charge
  refund: Stripe.Refund
  dispute: Stripe.Dispute
  balance_transaction: Stripe.BalanceTransaction
  payout: Stripe.Payout
  file: Stripe.File
  payment_method: Stripe.PaymentMethod
  customer: Stripe.Customer
  event: Stripe.EventBase
  delivery: Delivery
  job: Job
  answer: KeptAnswer
  card_behind: CardBehind
  paid_out: PaidOut
  switches: Switches
  keys: Keys
}

export type Kind = keyof Records
