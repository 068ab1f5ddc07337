import { ShopError } from '#server/errors.ts'
import { router, studentProcedure } from '#server/trpc.ts'
import {
  createPaymentIntentInput,
  createPaymentIntentOutput,
  orderDetailsInput,
  orderDetailsOutput,
  orderStatusInput,
  paymentSuccessInput,
  paymentSuccessOutput,
  pricingHistoryOutput,
} from '#shared/schemas/checkout.ts'
import { confirmPayment, tellOutcome } from './confirm-payment.ts'
import { createIntent } from './create-intent.ts'
import { presentCheckout } from './present.ts'
import { hasUsedCompletion } from './queries.ts'
import { recordDetails } from './record-details.ts'

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
      const wish = { studentId, videoIds: input.items.videoIds, referralCode: input.referralCode }
      return presentCheckout(await createIntent(ctx.deps, wish))
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
    .mutation(({ ctx, input }) =>
      confirmPayment(ctx.deps, { studentId: ctx.student.studentId, paymentIntentId: input.paymentIntentId }),
    ),

  orderStatus: studentProcedure
    .input(orderStatusInput)
    .output(paymentSuccessOutput)
    .query(({ ctx, input }) =>
      tellOutcome(ctx.deps, { studentId: ctx.student.studentId, orderId: input.orderId }),
    ),
})
