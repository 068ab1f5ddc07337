import { ShopError } from '#server/errors.ts'
import { lockOrder } from '#server/features/orders/lock-order.ts'
import { type FullOrder, findOpenOrder, findOrder } from '#server/features/orders/queries.ts'
import { cancelOrder } from '#server/features/payments/cancel-order.ts'
import { fulfilOrder } from '#server/features/payments/fulfil-order.ts'
import { refuseOtherMode } from '#server/features/payments/refuse-other-mode.ts'
import { type SettleDeps, settlePayment } from '#server/features/payments/settle-payment.ts'
import { newId } from '#server/infra/ids.ts'
import type { PaymentFacts } from '#server/infra/stripe.ts'
import { isSavedError } from '#server/infra/stripe-refunds.ts'
import { pence } from '#shared/money/money.ts'
import { chargeability } from '#shared/pricing/pricing.ts'
import { openOrder } from './open-order.ts'
import { type PricedBasket, priceBasket } from './price-basket.ts'
import { refuseManyOrders } from './refuse-many-orders.ts'

type Wish = { studentId: string; videoIds: readonly number[]; referralCode: string | null }

/** An order and where its payment stands; `intent` is null when there is nothing to pay. */
export type Checkout = { order: FullOrder; intent: PaymentFacts | null }

/** Each round either answers or removes what stood in the way; more than this means somebody works against us. */
const ROUNDS = 4

/**
 * Freezes the wish as the student's one open order and gives its payment intent. The same basket asked for
 * again is the same order and intent, unless it costs less by now; another basket cancels the old intent first. An old payment that went
 * through meanwhile is fulfilled, and the wish is priced anew (requirements §5).
 *
 * @throws ShopError as priceBasket, ORDER_TOO_SMALL, PAYMENT_PROCESSING, RATE_LIMITED, CONFLICT
 */
export async function createIntent(deps: SettleDeps, wish: Wish): Promise<Checkout> {
  for (let round = 0; round < ROUNDS; round++) {
    const basket = await priceBasket(deps, wish)
    const checkout = await tryCheckout(deps, wish, basket)
    if (checkout) return checkout
  }
  throw new ShopError('CONFLICT')
}

/** One round; null when the ground moved and the wish has to be priced again. */
async function tryCheckout(deps: SettleDeps, wish: Wish, basket: PricedBasket): Promise<Checkout | null> {
  const open = await findOpenOrder(deps.db, wish.studentId)
  if (!open) return startOrder(deps, wish, basket)
  const isSame = open.basketKey === basket.basketKey && open.expiresAt > deps.clock.now()
  // A price that rose meanwhile was promised for a day; one that fell is what the page says now.
  const isFair = open.totalPence <= basket.quote.totalPence
  return isSame && isFair ? resumeOrder(deps, open) : replaceOrder(deps, open)
}

async function startOrder(deps: SettleDeps, wish: Wish, basket: PricedBasket): Promise<Checkout | null> {
  const kind = chargeability(basket.quote.totalPence)
  if (kind === 'too-small') throw new ShopError('ORDER_TOO_SMALL')
  await refuseManyOrders(deps, wish.studentId)
  const orderId = await openOrder(deps, { studentId: wish.studentId, basket })
  if (orderId === null) return null // another tab was first
  if (kind === 'free') await fulfilOrder(deps, orderId, { kind: 'free' })
  const order = await findOrder(deps.db, orderId)
  if (!order) return null
  return kind === 'free' ? { order, intent: null } : withIntent(deps, order)
}

async function resumeOrder(deps: SettleDeps, order: FullOrder): Promise<Checkout | null> {
  if (order.totalPence === 0) {
    await fulfilOrder(deps, order.id, { kind: 'free' }) // a process died between freezing and fulfilling
    return null
  }
  if (!order.payment) return withIntent(deps, order)
  const intent = await deps.payments.findPayment(order.payment.intentId)
  if (intent?.status === 'open' || intent?.status === 'processing') return { order, intent }
  if (intent?.status === 'paid') await settlePayment(deps, intent.intentId)
  else await cancelOrder(deps, order, 'atStripe')
  return null
}

async function replaceOrder(deps: SettleDeps, order: FullOrder): Promise<null> {
  const outcome = await cancelOrder(deps, order, 'replaced')
  if (outcome === 'processing') throw new ShopError('PAYMENT_PROCESSING')
  return null
}

/**
 * Asks Stripe for the order's intent; the order's id makes it the same one however often it is asked. Null where
 * another tab ended the order meanwhile: nobody was given the intent, and it is cancelled.
 */
async function withIntent(deps: SettleDeps, order: FullOrder): Promise<Checkout | null> {
  const intent = await askForIntent(deps, order)
  await refuseOtherMode(deps, intent)
  if (await recordIntent(deps, order, intent)) return { order, intent }
  await deps.payments.cancelIntent(intent.intentId)
  return null
}

/** Stripe repeats an error of its own for a day to the same key; the key stays the same after a lost answer. */
async function askForIntent(
  { db, payments }: Pick<SettleDeps, 'db' | 'payments'>,
  { id: orderId, totalPence, intentKeyNumber: keyNumber }: FullOrder,
): Promise<PaymentFacts> {
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

/** Writes an open payment down; false where its order is not open any more, whose payment nobody would settle. */
async function recordIntent(
  deps: Pick<SettleDeps, 'db' | 'clock'>,
  { id: orderId, totalPence }: FullOrder,
  { intentId, livemode }: PaymentFacts,
): Promise<boolean> {
  const now = deps.clock.now()
  return deps.db.$transaction(async (tx) => {
    await lockOrder(tx, orderId)
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
