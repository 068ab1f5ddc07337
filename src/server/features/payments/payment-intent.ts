import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { lockStudent } from '#server/features/accounts/students.ts'
import { openIncident } from '#server/features/incidents/incidents.ts'
import type { FullOrder } from '#server/features/orders/order-queries.ts'
import { newId } from '#server/infra/ids.ts'
import type { PaymentDetails } from '#server/infra/stripe.ts'
import { isSavedError } from '#server/infra/stripe-refunds.ts'
import { pence } from '#shared/money/money.ts'

type ModeDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'log'>

/** Whether Stripe's live mode is the one this database is stamped for. */
export function expectsLivemode({ stamp }: Pick<Deps['config'], 'stamp'>): boolean {
  return stamp === 'live'
}

/**
 * Refuses a payment of Stripe's other mode: no test sale stands among live ones.
 *
 * @throws ShopError PAYMENT_NOT_FOUND
 */
export async function refuseOtherMode(
  deps: ModeDeps,
  { intentId, livemode }: Pick<PaymentDetails, 'intentId' | 'livemode'>,
): Promise<void> {
  if (livemode === expectsLivemode(deps.config)) return
  deps.log.error(
    { intentId, livemode, stamp: deps.config.stamp },
    "a payment of Stripe's other mode is refused",
  )
  const detail = livemode ? 'live' : 'test'
  await openIncident(deps, { kind: 'otherMode', subjectId: intentId, detail, reopens: 'never' })
  throw new ShopError('PAYMENT_NOT_FOUND')
}

type IntentDeps = ModeDeps & Pick<Deps, 'payments'>

/**
 * Creates the intent of an open order and records its payment; the order's id makes it the same intent however often
 * it is requested. Null where another tab ended the order meanwhile: then the intent is cancelled.
 *
 * @throws ShopError PAYMENT_NOT_FOUND for an intent of Stripe's other mode
 */
export async function createPaymentIntent(
  deps: IntentDeps,
  order: FullOrder,
): Promise<PaymentDetails | null> {
  const intent = await requestIntent(deps, order)
  await refuseOtherMode(deps, intent)
  if (await recordIntent(deps, order, intent)) return intent
  await deps.payments.cancelIntent(intent.intentId)
  return null
}

/** Stripe repeats an error of its own for a day to the same key; after a lost answer the key stays the same. */
async function requestIntent(
  { db, payments }: Pick<Deps, 'db' | 'payments'>,
  { id: orderId, totalPence, intentKeyNumber: keyNumber }: FullOrder,
): Promise<PaymentDetails> {
  try {
    return await payments.createIntent({ orderId, amountPence: pence(totalPence), keyNumber })
  } catch (error) {
    if (isSavedError(error)) {
      await db.order.updateMany({
        where: { id: orderId, intentKeyNumber: keyNumber },
        data: { intentKeyNumber: keyNumber + 1 },
      })
    }
    throw error
  }
}

/** Records an open payment; false where its order is not open any more, so that no payment is left without a sync. */
async function recordIntent(
  deps: Pick<Deps, 'db' | 'clock'>,
  { id: orderId, studentId, totalPence }: FullOrder,
  { intentId, livemode }: PaymentDetails,
): Promise<boolean> {
  const now = deps.clock.now()
  return deps.db.$transaction(async (tx) => {
    await lockStudent(tx, studentId)
    if ((await tx.order.count({ where: { id: orderId, status: 'open' } })) === 0) return false
    await tx.payment.createMany({
      data: {
        id: newId(now),
        orderId,
        intentId,
        livemode,
        status: 'open',
        amountPence: totalPence,
        createdAt: now,
      },
      skipDuplicates: true,
    })
    return true
  })
}
