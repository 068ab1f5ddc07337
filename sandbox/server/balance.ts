import type Stripe from 'stripe'
import type { World } from './world.ts'

type Entry = {
  amount: number
  currency: string
  fee?: number
  description?: string | null
  source: string | null
  type: Stripe.BalanceTransaction['type']
  category: string
}

/** Books money in or out, in pence; net is the amount less the fee. Money is available at once, as with Stripe's bypass card. */
export function book(world: World, entry: Entry): Stripe.BalanceTransaction {
  const fee = entry.fee ?? 0
  const description = entry.type === 'adjustment' ? 'Dispute fee' : 'Stripe processing fees'
  return world.store.put('balance_transaction', {
    id: world.newId('txn'),
    object: 'balance_transaction',
    amount: entry.amount,
    available_on: world.now(),
    balance_type: 'payments',
    created: world.now(),
    currency: entry.currency,
    description: entry.description ?? null,
    exchange_rate: null,
    fee,
    fee_details:
      fee === 0
        ? []
        : [{ amount: fee, application: null, currency: entry.currency, description, type: 'stripe_fee' }],
    net: entry.amount - fee,
    reporting_category: entry.category,
    source: entry.source,
    status: 'available',
    type: entry.type,
  })
}
