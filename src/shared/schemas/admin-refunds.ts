import { z } from 'zod'
import { orderAdminMessages } from '#shared/messages/order-admin.ts'
import { REFUND_STATUSES } from '#shared/refunds/refund-states.ts'
import { opaqueId, poundsText, requiredText } from './primitives.ts'

/** What had gone back when the admin decided, so that nothing is refunded twice. */
const seenBack = poundsText

export const refundOrderInput = z.object({
  orderId: opaqueId,
  wish: z.union([
    z.object({ lineIds: z.array(opaqueId).min(1).max(50) }),
    z.object({
      amount: poundsText.refine((text) => !/^(-|0\.00$)/.test(text), orderAdminMessages.amountInvalid),
    }),
  ]),
  reason: requiredText(200, orderAdminMessages.reasonRequired),
  seenBack,
})

export const refundOrderOutput = z.object({ refundId: z.string(), status: z.enum(REFUND_STATUSES) })

export const refundInput = z.object({ refundId: opaqueId })

export const answerRefundInput = refundInput.extend({ answer: z.enum(['same', 'two']) })

export const resolveRefundInput = refundInput.extend({
  resolution: z.enum(['paidOtherwise', 'dropped']),
  note: requiredText(200, orderAdminMessages.reasonRequired),
})

export const assignRefundInput = z.object({
  refundId: opaqueId,
  lineIds: z.array(opaqueId).min(1).max(50),
})
