import { z } from 'zod'
import { requestMessageMaxLength } from '#shared/limits.ts'
import { orderAdminMessages } from '#shared/messages/order-admin.ts'
import { requestMessages } from '#shared/messages/refund-requests.ts'
import { REQUEST_REASONS, REQUEST_STATUSES, REQUEST_WISHES } from '#shared/refunds/refund-requests.ts'
import { REFUND_STATUSES } from '#shared/refunds/refund-states.ts'
import { orderDocumentOutput } from './orders.ts'
import {
  opaqueId,
  optional,
  optionalLines,
  poundsString,
  poundsText,
  requiredLines,
  timeOutput,
  videoId,
} from './primitives.ts'

/** The 14 days of the Consumer Contracts Regulations 2013: given up in these words, or kept until then. */
export const cancellationOutput = z.union([
  z.object({ right: z.literal('waived'), wording: z.string(), agreedAt: timeOutput }),
  z.object({ right: z.literal('kept'), until: timeOutput.nullable() }),
])

const namedVideo = z.object({ id: z.int(), title: z.string() })

export const refundRequestOutput = z.object({
  id: z.string(),
  status: z.enum(REQUEST_STATUSES),
  wish: z.enum(REQUEST_WISHES),
  reason: z.enum(REQUEST_REASONS),
  message: z.string().nullable(),
  exchangeVideo: namedVideo.nullable(),
  lineIds: z.array(z.string()),
  createdAt: timeOutput,
  answeredAt: timeOutput.nullable(),
  /** The instructor's words. */
  answer: z.string().nullable(),
  /** The money went back before anyone answered. */
  isSettled: z.boolean(),
  /** By when the money goes back, where the student cancelled within the 14 days. */
  dueAt: timeOutput.nullable(),
})
export type RefundRequestOutput = z.output<typeof refundRequestOutput>

/** By its order, or by a video that the order opened. */
export const refundCaseInput = z.union([z.object({ orderId: opaqueId }), z.object({ videoId })])
export type RefundCaseInput = z.output<typeof refundCaseInput>

const caseLine = z.object({
  id: z.string(),
  /** What it opens: another video than was bought, once it was exchanged. */
  videoId: z.int(),
  title: z.string(),
  /** What it was exchanged for. */
  exchangedFor: z.string().nullable(),
  /** As it was listed. */
  price: poundsString.optional(),
  paid: poundsString,
  refund: z.enum(['none', 'pending', 'refunded']),
  /** A request about it waits. */
  isAsked: z.boolean(),
  /** Null where it was never opened. */
  watched: z.object({ percent: z.int(), completed: z.boolean() }).nullable(),
  /** It was sent for longer than a look, whatever the browser saved of it. */
  wasPlayed: z.boolean().optional(),
  /** When a renewal begins, where that is still to come. */
  opensAt: timeOutput.nullable(),
  expiresAt: timeOutput.nullable(),
  isOpen: z.boolean(),
  /** The videos that can take its place. */
  exchanges: z.array(namedVideo),
})
export type CaseLineOutput = z.output<typeof caseLine>

/** A student's paid order, with what the rules on refunds look at. */
export const refundCaseOutput = z.object({
  orderId: z.string(),
  paidAt: timeOutput,
  /** London days. */
  daysSince: z.int(),
  total: poundsString,
  /** What came off the list prices, where something did. */
  discounts: z
    .object({
      subtotal: poundsString,
      collection: poundsString,
      referral: poundsString,
      club: z.string().optional(),
      percent: z.number(),
    })
    .optional(),
  /** The most that can still go back. */
  left: poundsString,
  /** What refunds that failed would have given back, where no admin has settled it. */
  failed: poundsString.optional(),
  cancellation: cancellationOutput,
  /** The 14 days are kept and not over. */
  canCancel: z.boolean(),
  isDisputed: z.boolean(),
  lines: z.array(caseLine),
  documents: z.array(orderDocumentOutput),
  /** The newest first. */
  requests: z.array(refundRequestOutput),
})
export type RefundCaseOutput = z.output<typeof refundCaseOutput>

export const askRefundInput = z
  .object({
    orderId: opaqueId,
    lineIds: z
      .array(opaqueId)
      .min(1, requestMessages.videosRequired)
      .max(50)
      .transform((ids) => [...new Set(ids)]),
    wish: z.enum(REQUEST_WISHES),
    exchangeVideoId: optional(videoId),
    reason: z.enum(REQUEST_REASONS, requestMessages.reasonRequired),
    message: optionalLines(requestMessageMaxLength),
  })
  .refine(({ wish, exchangeVideoId }) => (wish === 'exchange') === (exchangeVideoId !== null), {
    path: ['exchangeVideoId'],
    message: requestMessages.exchangeRequired,
  })
export type AskRefundInput = z.output<typeof askRefundInput>

/** `requestId` for open pages of the version before, which answered nothing else. */
export const askRefundOutput = refundRequestOutput.extend({ requestId: z.string() })
export type AskRefundOutput = z.output<typeof askRefundOutput>

export const requestInput = z.object({ requestId: opaqueId })
export const requestOutput = z.object({ requestId: z.string() })

export const grantRequestInput = requestInput.extend({
  /** A part of the price, after which the video stays open; null for what was asked. */
  amount: optional(poundsText.refine((text) => !/^(-|0\.00$)/.test(text), orderAdminMessages.amountInvalid)),
  words: optionalLines(requestMessageMaxLength),
  /** What had gone back when the admin decided, so that nothing is refunded twice. */
  seenBack: poundsText,
})

export const declineRequestInput = requestInput.extend({
  words: requiredLines(requestMessageMaxLength, orderAdminMessages.reasonRequired),
})

/** How far the refund has come; null for an exchange. */
export const grantRequestOutput = z.object({ status: z.enum(REFUND_STATUSES).nullable() })
