import { z } from 'zod'
import { isoTime, opaqueId, poundsString } from './primitives.ts'

/** A numbered paper of an order. Credit notes have negative totals, so that the papers of an order sum to what it cost. */
const paperOutput = z.object({
  id: z.string(),
  number: z.string(),
  kind: z.enum(['invoice', 'creditNote']),
  date: isoTime,
  total: poundsString,
})

/** A student's paid orders, the newest first, each with its papers, the oldest first. */
export const ordersOutput = z.array(
  z.object({
    id: z.string(),
    paidAt: isoTime,
    isBundle: z.boolean(),
    films: z.array(z.object({ videoId: z.int(), title: z.string() })),
    total: poundsString,
    /** What has gone back of it. */
    refunded: poundsString,
    papers: z.array(paperOutput),
  }),
)
export type OrdersOutput = z.output<typeof ordersOutput>

export const documentInput = z.object({ documentId: opaqueId })

/** A paper as PDF. REST sends the bytes themselves as a download. */
export const documentOutput = z.object({ filename: z.string(), contentBase64: z.base64() })
