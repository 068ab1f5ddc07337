import { z } from 'zod'
import { opaqueId, poundsString, timeOutput } from './primitives.ts'

export const disputeIdInput = z.object({ disputeId: opaqueId })

/** What the shop would say to the bank, field by field in Stripe's names, and how far it has come. */
export const disputeAnswerOutput = z.object({
  disputeId: z.string(),
  amount: poundsString,
  /** Until when the bank takes an answer; null where Stripe has not said. */
  dueAt: timeOutput.nullable(),
  canAnswer: z.boolean(),
  savedAt: timeOutput.nullable(),
  submittedAt: timeOutput.nullable(),
  submittedBy: z.string().nullable(),
  texts: z.array(z.object({ field: z.string(), text: z.string() })),
})
export type DisputeAnswerOutput = z.output<typeof disputeAnswerOutput>

export const evidenceFileOutput = z.object({ filename: z.string(), contentBase64: z.string() })
