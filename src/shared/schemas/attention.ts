import { z } from 'zod'
import { poundsString, requiredText, timeOutput } from './primitives.ts'

const ATTENTION_KINDS = [
  'dispute',
  'refund',
  'refundRequest',
  'unsettledPayment',
  'paymentWithoutOrder',
  'unknownIntent',
  'otherMode',
  'brokenDocument',
  'unhandledEvent',
  'unmatchedBalance',
  'mail',
  'payout',
  'question',
] as const
export type AttentionKind = (typeof ATTENTION_KINDS)[number]

/** Where an admin does something about it. */
const place = z.discriminatedUnion('to', [
  /** `number` is that of its invoice. */
  z.object({ to: z.literal('order'), orderId: z.string(), number: z.string().optional() }),
  z.object({ to: z.enum(['operations', 'reports', 'questions']) }),
])

export const attentionOutput = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(ATTENTION_KINDS),
      /** Since when. */
      at: timeOutput,
      dueAt: timeOutput.nullable(),
      /** Whether that has passed. */
      isLate: z.boolean(),
      /** The money that it is about. */
      amount: poundsString.optional(),
      /** What happened; what the shop will do by itself; what the admin can do. */
      what: z.string(),
      next: z.string(),
      act: z.string(),
      place: place.nullable(),
      /** The admin says when it is done; everything else leaves by itself. */
      canClose: z.boolean(),
    }),
  ),
  /** Of one kind or another there are more than are listed. */
  hasMore: z.boolean(),
})
export type AttentionItem = z.infer<typeof attentionOutput>['items'][number]

export const attentionCountOutput = z.object({ count: z.int() })
export const closeIncidentInput = z.object({ id: requiredText(100, 'Please load the page again.') })
