import { ShopError } from '#server/errors.ts'
import { clearKeptCart, findKeptCart } from '#server/features/accounts/kept-cart.ts'
import { presentDocument } from '#server/features/documents/present.ts'
import { renderOwnDocument } from '#server/features/documents/render-document.ts'
import { hasUsedCompletion, type ListedOrder, listOrders } from '#server/features/orders/order-queries.ts'
import { findActiveCode } from '#server/features/referers/queries.ts'
import {
  countCall,
  limitedByAddress,
  ownStudentProcedure,
  publicProcedure,
  router,
  studentProcedure,
} from '#server/trpc.ts'
import { pence, sumPence, toPounds } from '#shared/money/money.ts'
import { basisPointsToPercent } from '#shared/money/rates.ts'
import { successOutput } from '#shared/schemas/auth.ts'
import {
  createPaymentIntentInput,
  createPaymentIntentOutput,
  keptCartOutput,
  orderDetailsInput,
  orderDetailsOutput,
  orderOpenOutput,
  orderStatusInput,
  paymentSuccessInput,
  paymentSuccessOutput,
  pendingOrderOutput,
  pricingHistoryOutput,
  referralValidateInput,
  referralValidateOutput,
} from '#shared/schemas/checkout.ts'
import { documentInput, documentOutput, ordersOutput } from '#shared/schemas/orders.ts'
import { confirmPayment, getOrderStatus } from './confirm-payment.ts'
import { createIntent } from './create-intent.ts'
import { cancelUnpaid, findPendingOrder, isOrderOpen } from './pending-order.ts'
import { presentCheckout } from './present.ts'
import { recordDetails } from './record-details.ts'

export const cartRouter = router({
  validate: publicProcedure
    .use(limitedByAddress('referralCode'))
    .input(referralValidateInput)
    .output(referralValidateOutput)
    .mutation(async ({ ctx, input }) => {
      const code = await findActiveCode(ctx.deps.db, input.code)
      if (!code) throw new ShopError('INVALID_REFERRAL_CODE')
      // A club's members share an address, and its own code is no guess.
      await ctx.deps.limits.giveBack('referralCode', ctx.address)
      return {
        code: code.code,
        clubName: code.clubName,
        discountPercent: basisPointsToPercent(code.discountBps),
      }
    }),

  /** The cart of the registration, for a browser that has none. */
  kept: studentProcedure
    .output(keptCartOutput)
    .query(async ({ ctx }) => ({ videoIds: await findKeptCart(ctx.deps, ctx.student.studentId) })),

  clearKept: studentProcedure.output(successOutput).mutation(async ({ ctx }) => {
    await clearKeptCart(ctx.deps, ctx.student.studentId)
    return { success: true } as const
  }),
})

export const checkoutRouter = router({
  pricingHistory: studentProcedure.output(pricingHistoryOutput).query(async ({ ctx }) => ({
    collectionDiscountUsed: await hasUsedCompletion(ctx.deps.db, ctx.student.studentId),
  })),

  createPaymentIntent: studentProcedure
    .input(createPaymentIntentInput)
    .output(createPaymentIntentOutput)
    .mutation(async ({ ctx, input }) => {
      const { studentId } = ctx.student
      if (input.userId !== null && input.userId !== studentId) throw new ShopError('FORBIDDEN')
      await countCall(ctx, 'payment', studentId)
      // The answer shows whether the code exists, as the check in the cart does, so both count together.
      if (input.referralCode !== null) await ctx.deps.limits.consume('referralCode', ctx.address)
      const { referralCode, linkName } = input
      const cart = { studentId, videoIds: input.items.videoIds, referralCode, linkName }
      const intent = await createIntent(ctx.deps, cart)
      if (referralCode !== null) await ctx.deps.limits.giveBack('referralCode', ctx.address)
      return presentCheckout(ctx.deps, intent)
    }),

  recordDetails: studentProcedure
    .input(orderDetailsInput)
    .output(orderDetailsOutput)
    .mutation(async ({ ctx, input }) => {
      const { orderId } = await recordDetails(ctx.deps, { studentId: ctx.student.studentId, details: input })
      return { success: true, orderId }
    }),

  confirmPayment: studentProcedure
    .input(paymentSuccessInput)
    .output(paymentSuccessOutput)
    .mutation(async ({ ctx, input: { paymentIntentId } }) => {
      const { studentId } = ctx.student
      await countCall(ctx, 'paymentCheck', studentId)
      return confirmPayment(ctx.deps, { studentId, paymentIntentId })
    }),

  orderStatus: studentProcedure
    .input(orderStatusInput)
    .output(paymentSuccessOutput)
    .query(async ({ ctx, input: { orderId } }) => {
      const { studentId } = ctx.student
      await countCall(ctx, 'paymentCheck', studentId)
      return getOrderStatus(ctx.deps, { studentId, orderId })
    }),

  pending: studentProcedure
    .output(pendingOrderOutput)
    .query(({ ctx }) => findPendingOrder(ctx.deps, ctx.student.studentId)),

  /** Asked by the page of the checkout, which another device knows nothing of. */
  isOpen: studentProcedure
    .input(orderStatusInput)
    .output(orderOpenOutput)
    .query(async ({ ctx, input: { orderId } }) => ({
      isOpen: await isOrderOpen(ctx.deps, { studentId: ctx.student.studentId, orderId }),
    })),

  cancelUnpaid: studentProcedure
    .input(orderStatusInput)
    .output(paymentSuccessOutput)
    .mutation(async ({ ctx, input: { orderId } }) => {
      const { studentId } = ctx.student
      await countCall(ctx, 'paymentCheck', studentId)
      return cancelUnpaid(ctx.deps, { studentId, orderId })
    }),

  orders: studentProcedure
    .output(ordersOutput)
    .query(async ({ ctx }) => (await listOrders(ctx.deps.db, ctx.student.studentId)).map(presentOrder)),

  /** One of the student's own invoices or credit notes. */
  document: ownStudentProcedure
    .input(documentInput)
    .output(documentOutput)
    .query(async ({ ctx, input }) => {
      const { documentId } = input
      const { studentId } = ctx.student
      await countCall(ctx, 'document', studentId)
      const { filename, content } = await renderOwnDocument(ctx.deps, { documentId, studentId })
      return { filename, contentBase64: content.toString('base64') }
    }),
})

/** A student's order with its documents. */
function presentOrder(order: ListedOrder) {
  const { payment, documents, lines, paidAt, refundRequests } = order
  const [asked] = refundRequests
  const movements = [...(payment?.refunds ?? []), ...(payment?.disputes ?? [])]
  return {
    ...order,
    paidAt: paidAt ?? order.createdAt,
    videos: lines,
    total: toPounds(pence(order.totalPence)),
    refunded: toPounds(sumPence(movements.map(({ creditedPence }) => pence(creditedPence)))),
    documents: documents.map(presentDocument),
    ...(asked && { request: { wish: asked.wish, askedAt: asked.createdAt } }),
  }
}
