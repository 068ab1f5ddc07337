import { z } from 'zod'
import { REQUEST_WISHES } from '#shared/refunds/refund-requests.ts'
import { opaqueId, poundsString, timeOutput } from './primitives.ts'

/** A numbered document of an order. Credit notes have negative totals, so that the documents of an order sum to what it cost. */
export const orderDocumentOutput = z.object({
  id: z.string(),
  number: z.string(),
  kind: z.enum(['invoice', 'creditNote']),
  date: timeOutput,
  total: poundsString,
})

/** What a student asked back and waits for an answer. */
export const waitingRequestOutput = z.object({ wish: z.enum(REQUEST_WISHES), askedAt: timeOutput })
export type WaitingRequestOutput = z.output<typeof waitingRequestOutput>

/** A student's paid orders, the newest first, each with its documents, the oldest first. */
export const ordersOutput = z.array(
  z.object({
    id: z.string(),
    paidAt: timeOutput,
    isBundle: z.boolean(),
    videos: z.array(z.object({ videoId: z.int(), title: z.string() })),
    total: poundsString,
    /** What has gone back of it. */
    refunded: poundsString,
    documents: z.array(orderDocumentOutput),
    /** The newest; absent where none waits. */
    request: waitingRequestOutput.optional(),
  }),
)
export type OrdersOutput = z.output<typeof ordersOutput>

export const documentInput = z.object({ documentId: opaqueId })

/** A document as PDF. REST sends the bytes themselves as a download. */
export const documentOutput = z.object({ filename: z.string(), contentBase64: z.base64() })
