import type Stripe from 'stripe'
import { invalidRequest, resourceMissing } from './api-error.ts'
import { book } from './balance.ts'
import { emit } from './events.ts'
import type { World } from './world.ts'

const DAY = 24 * 3600

export function findPayout(world: Pick<World, 'store'>, id: string): Stripe.Payout {
  const payout = world.store.get('payout', id)
  if (payout) return payout
  throw resourceMissing({ what: 'payout', id, param: 'payout' })
}

/** What a payout contains, its own balance transaction last: Stripe lists that one too. */
export function transactionsOf(world: Pick<World, 'store'>, payoutId: string): Stripe.BalanceTransaction[] {
  const { automatic } = findPayout(world, payoutId)
  if (!automatic) {
    throw invalidRequest({
      message: 'Balance transaction history can only be filtered on automatic transfers, not manual.',
      param: 'payout',
    })
  }
  return world.store.all('balance_transaction').filter(({ id }) => payoutOf(world, id) === payoutId)
}

function payoutOf(world: Pick<World, 'store'>, transactionId: string): string | undefined {
  return world.store.get('paid_out', transactionId)?.payout
}

/** Sends the whole balance to the bank; below 0 Stripe takes it from there. It arrives with `landPayout`. */
export function payOut(world: World, { isManual = false } = {}): Stripe.Payout {
  const waiting = world.store
    .all('balance_transaction')
    .filter(({ id, type }) => type !== 'payout' && payoutOf(world, id) === undefined)
  const amount = waiting.reduce((sum, { net }) => sum + net, 0)
  if (waiting.length === 0 || amount === 0) {
    throw invalidRequest({
      code: 'balance_insufficient',
      message: 'You have insufficient funds in your Stripe account.',
    })
  }
  const id = world.newId('po')
  const transaction = book(world, {
    amount: -amount,
    currency: 'gbp',
    description: 'STRIPE PAYOUT',
    source: id,
    type: 'payout',
    category: 'payout',
  })
  for (const paid of [...waiting, transaction]) world.store.put('paid_out', { id: paid.id, payout: id })
  const begun = world.store.put('payout', {
    id,
    object: 'payout',
    amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: world.now() + DAY,
    automatic: !isManual,
    balance_transaction: transaction.id,
    created: world.now(),
    currency: 'gbp',
    description: isManual ? null : 'STRIPE PAYOUT',
    destination: 'ba_sandbox',
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: {},
    method: 'standard',
    original_payout: null,
    payout_method: null,
    reconciliation_status: isManual ? 'not_applicable' : 'in_progress',
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: null,
    status: 'in_transit',
    trace_id: { status: 'pending', value: null },
    type: 'bank_account',
  })
  emit(world, 'payout.created', { object: begun })
  if (isManual) return begun
  const completed = world.store.put('payout', { ...begun, reconciliation_status: 'completed' })
  emit(world, 'payout.reconciliation_completed', { object: completed })
  return completed
}

/** The money is at the bank. */
export function landPayout(world: World, id: string): Stripe.Payout {
  const payout = findPayout(world, id)
  if (payout.status !== 'in_transit') throw cannot(payout, 'arrive')
  const paid = world.store.put('payout', { ...payout, status: 'paid' })
  emit(world, 'payout.paid', { object: paid, previous_attributes: { status: payout.status } })
  return paid
}

/** The bank sends a payout back, before or after it was told as paid: the money is in the balance again. */
export function failPayout(world: World, id: string): Stripe.Payout {
  const payout = findPayout(world, id)
  if (payout.status !== 'in_transit' && payout.status !== 'paid') throw cannot(payout, 'fail')
  const returned = book(world, {
    amount: payout.amount,
    currency: payout.currency,
    description: 'STRIPE PAYOUT FAILURE',
    source: id,
    type: 'payout_failure',
    category: 'payout_reversal',
  })
  const failed = world.store.put('payout', {
    ...payout,
    status: 'failed',
    failure_balance_transaction: returned.id,
    failure_code: 'account_closed',
    failure_message: 'The bank account has been closed.',
  })
  emit(world, 'payout.failed', { object: failed, previous_attributes: { status: payout.status } })
  return failed
}

/** What Stripe takes for itself, such as the monthly price of a product: no payment of the shop is its source. */
export function takeStripeFee(world: World, input: { amount: number; description: string }) {
  return book(world, {
    amount: -input.amount,
    currency: 'gbp',
    description: input.description,
    source: null,
    type: 'stripe_fee',
    category: 'fee',
  })
}

function cannot({ id, status }: Stripe.Payout, what: string) {
  return invalidRequest({ message: `Payout ${id} has a status of ${status} and cannot ${what}.` })
}
