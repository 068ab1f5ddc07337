import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { loadCatalog } from '#server/features/catalog/queries.ts'
import {
  type FullOrder,
  findHoldings,
  findOpenOrder,
  findOrder,
  hasUsedCompletion,
} from '#server/features/orders/order-queries.ts'
import { cancelOrder } from '#server/features/payments/cancel-order.ts'
import { fulfilOrder } from '#server/features/payments/fulfil-order.ts'
import { createPaymentIntent } from '#server/features/payments/payment-intent.ts'
import { type PaymentDeps, syncPayment } from '#server/features/payments/sync-payment.ts'
import { findActiveCode } from '#server/features/referers/queries.ts'
import { newId } from '#server/infra/ids.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import type { PaymentDetails } from '#server/infra/stripe.ts'
import { addHours } from '#shared/calendar/durations.ts'
import { orderOpenHours } from '#shared/limits.ts'
import { basisPointsToPercent, rateToBasisPoints } from '#shared/money/rates.ts'
import { vatRateAt } from '#shared/money/vat-rates.ts'
import { chargeability, quote } from '#shared/pricing/pricing.ts'

/** An order and the state of its payment; `intent` is null when there is nothing to pay. */
export type Checkout = { order: FullOrder; intent: PaymentDetails | null }

/** Each round returns a checkout or removes what stood in its way. */
const ROUNDS = 4

/**
 * Opens the student's one order for a cart and gives its payment intent. The same cart again is the same order and
 * intent, unless it costs less by now; another cart cancels the earlier order first. An earlier order that was paid
 * meanwhile is fulfilled, and the cart is priced again (requirements §5).
 *
 * @throws ShopError as openOrder, PAYMENT_PROCESSING, CONFLICT
 */
export async function createIntent(deps: PaymentDeps, cart: CheckoutCart): Promise<Checkout> {
  for (let round = 0; round < ROUNDS; round++) {
    const opened = await openOrder(deps, cart)
    if (!opened) continue // another request was first
    const checkout = await STEPS[opened.kind](deps, opened.order)
    if (checkout) return checkout
  }
  throw new ShopError('CONFLICT')
}

/** What follows for an order, by how it was found; null where the cart has to be priced again. */
const STEPS = { new: startOrder, same: resumeOrder, other: replaceOrder } as const

async function replaceOrder(deps: PaymentDeps, order: FullOrder): Promise<null> {
  const outcome = await cancelOrder(deps, order, 'replaced')
  if (outcome === 'processing') throw new ShopError('PAYMENT_PROCESSING')
  return null
}

async function startOrder(deps: PaymentDeps, order: FullOrder): Promise<Checkout | null> {
  if (order.totalPence > 0) return withIntent(deps, order)
  await fulfilOrder(deps, order.id, { kind: 'free' })
  const fulfilled = await findOrder(deps.db, order.id)
  return fulfilled && { order: fulfilled, intent: null }
}

async function resumeOrder(deps: PaymentDeps, order: FullOrder): Promise<Checkout | null> {
  if (order.totalPence === 0) {
    await fulfilOrder(deps, order.id, { kind: 'free' }) // a process died between opening and fulfilling
    return null
  }
  if (!order.payment) return withIntent(deps, order)
  const intent = await deps.payments.findPayment(order.payment.intentId)
  if (intent?.status === 'open' || intent?.status === 'processing') return { order, intent }
  if (intent?.status === 'paid') await syncPayment(deps, intent.intentId)
  else await cancelOrder(deps, order, 'atStripe')
  return null
}

async function withIntent(deps: PaymentDeps, order: FullOrder): Promise<Checkout | null> {
  const intent = await createPaymentIntent(deps, order)
  return intent && { order, intent }
}

type OpenDeps = Pick<Deps, 'db' | 'clock' | 'config'>

/** What a student asks to buy. */
type CheckoutCart = { studentId: string; videoIds: readonly number[] } & Referred

/** `linkName` is that of the referral link that brought the student. */
type Referred = { referralCode: string | null; linkName?: string | null }

/** `same`: the open order of this cart. `other`: the student's open order of another cart, or of a higher price. */
type OpenedOrder = { kind: 'new' | 'same' | 'other'; order: FullOrder }

/**
 * Prices a cart and finds the student's open order, or creates it. Null when another request was first.
 *
 * @throws ShopError as priceCart; ORDER_TOO_SMALL, RATE_LIMITED, NOT_SIGNED_IN for a new order
 */
async function openOrder(deps: OpenDeps, cart: CheckoutCart): Promise<OpenedOrder | null> {
  const priced = await priceCart(deps, cart)
  const open = await findOpenOrder(deps.db, cart.studentId)
  if (open) {
    const isSame = open.cartKey === priced.cartKey && open.expiresAt > deps.clock.now()
    // The order keeps a price that rose since; a price that fell is what the page shows now.
    const isFair = open.totalPence <= priced.quote.totalPence
    return { kind: isSame && isFair ? 'same' : 'other', order: open }
  }
  if (chargeability(priced.quote.totalPence) === 'too-small') throw new ShopError('ORDER_TOO_SMALL')
  await refuseManyOrders(deps, cart.studentId)
  const orderId = await createOrder(deps, { studentId: cart.studentId, priced })
  const order = orderId === null ? null : await findOrder(deps.db, orderId)
  return order && { kind: 'new', order }
}

/** `holdings` are those when the cart was priced; the same videos with the same code have the same `cartKey`. */
type PricedCart = Awaited<ReturnType<typeof priceCart>>

/**
 * Prices a cart from the server's own catalog, entitlements and codes, never from what the browser sends
 * (requirements §4).
 *
 * @throws ShopError VIDEO_NOT_FOR_SALE, ALREADY_OWNED when nothing is left to buy, INVALID_REFERRAL_CODE
 */
export async function priceCart(deps: OpenDeps, cart: CheckoutCart) {
  const [catalog, holdings, code, collectionDiscountUsed] = await Promise.all([
    loadCatalog(deps.db),
    findHoldings(deps, cart.studentId),
    cart.referralCode === null ? null : findActiveCode(deps.db, cart.referralCode),
    hasUsedCompletion(deps.db, cart.studentId),
  ])
  if (cart.referralCode !== null && code === null) throw new ShopError('INVALID_REFERRAL_CODE')
  const vatRate = vatRateAt(deps.config.vatRates, deps.clock.now())
  const priced = quote({
    catalog: catalog.videos,
    terms: catalog.terms,
    ...holdings,
    cartVideoIds: cart.videoIds,
    referral: code && {
      code: code.code,
      discountPercent: basisPointsToPercent(code.discountBps),
      clubName: code.clubName,
    },
    vatRate,
    collectionDiscountUsed,
  })
  if (priced.unknown.length > 0) throw new ShopError('VIDEO_NOT_FOR_SALE')
  if (priced.lines.length === 0) throw new ShopError('ALREADY_OWNED')

  const cartKey = `${priced.lines.map((line) => line.videoId).join(',')}|${code?.code ?? ''}`
  const linkName = code && (cart.linkName ?? null)
  return { quote: priced, vatRate, code, linkName, terms: catalog.terms, holdings, cartKey }
}

/**
 * Freezes a priced cart as an open order: lines, prices, discounts, percentages, code, VAT rate and the seller's VAT
 * number. Returns null when the student has an open order already, or owns or can renew other videos than when it was
 * priced.
 *
 * @throws ShopError NOT_SIGNED_IN when the account was erased meanwhile
 */
export async function createOrder(
  deps: OpenDeps,
  { studentId, priced }: { studentId: string; priced: PricedCart },
): Promise<string | null> {
  const { quote, code, linkName, terms, cartKey } = priced
  const now = deps.clock.now()
  const orderId = newId(now)
  return deps.db.$transaction(async (tx) => {
    // The lock lasts until the order exists: an account that is erased at this moment gets none.
    const [student] = await tx.$queryRaw<unknown[]>`
      select 1 from "Student" where "id" = ${studentId} and "erasedAt" is null for share`
    if (!student) throw new ShopError('NOT_SIGNED_IN')
    if (await isOutOfDate(tx, deps, { studentId, priced })) return null
    const { count } = await tx.order.createMany({
      data: {
        id: orderId,
        studentId,
        status: 'open',
        cartKey,
        isBundle: quote.isBundle,
        collectionDiscount: quote.collectionDiscount,
        subtotalPence: quote.subtotalPence,
        collectionDiscountPence: quote.collectionDiscountPence,
        referralDiscountPence: quote.referralDiscountPence,
        totalPence: quote.totalPence,
        exVatPence: quote.exVatPence,
        vatPence: quote.vatPence,
        vatBps: rateToBasisPoints(priced.vatRate),
        sellerVatNumber: deps.config.seller.vatNumber,
        singleMonths: terms.singleMonths,
        bundleMonths: terms.bundleMonths,
        refererId: code?.refererId ?? null,
        referralCode: code?.code ?? null,
        linkName,
        discountBps: code?.discountBps ?? null,
        commissionBps: code?.commissionBps ?? null,
        createdAt: now,
        expiresAt: addHours(now, orderOpenHours),
      },
      skipDuplicates: true,
    })
    if (count === 0) return null
    await tx.orderLine.createMany({
      data: quote.lines.map((line) => ({
        id: newId(now),
        orderId,
        videoId: line.videoId,
        title: line.title,
        listPence: line.listPence,
        collectionDiscountPence: line.discountPence,
        referralDiscountPence: line.referralSharePence,
        grossPence: line.netOfDiscountsPence,
        exVatPence: line.exVatPence,
        vatPence: line.vatPence,
      })),
    })
    return orderId
  })
}

/** Whether an order was fulfilled since the cart was priced; fulfilment locks the student's row, as this does. */
async function isOutOfDate(
  tx: Prisma.TransactionClient,
  { clock }: Pick<Deps, 'clock'>,
  { studentId, priced }: { studentId: string; priced: PricedCart },
): Promise<boolean> {
  const holdings = await findHoldings({ db: tx, clock }, studentId)
  if (JSON.stringify(holdings) !== JSON.stringify(priced.holdings)) return true
  return priced.quote.collectionDiscount === 'completion' && (await hasUsedCompletion(tx, studentId))
}

/** Far more than a student buys; a script that keeps changing its cart stops here. */
const ORDERS_AN_HOUR = 60

/** Limits the orders of a student within an hour, and with them the payment intents. @throws ShopError RATE_LIMITED */
async function refuseManyOrders(deps: Pick<Deps, 'db' | 'clock'>, studentId: string): Promise<void> {
  const now = deps.clock.now()
  const oldest = await deps.db.order.findFirst({
    where: { studentId, createdAt: { gt: addHours(now, -1) } },
    orderBy: { createdAt: 'desc' },
    skip: ORDERS_AN_HOUR - 1,
    select: { createdAt: true },
  })
  if (!oldest) return
  const waitMs = addHours(oldest.createdAt, 1).getTime() - now.getTime()
  throw new ShopError('RATE_LIMITED', { retryAfterSeconds: Math.ceil(waitMs / 1_000) })
}
