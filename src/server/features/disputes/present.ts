import type { z } from 'zod'
import type { disputeAnswerOutput } from '#shared/schemas/disputes.ts'
import type { DisputeAnswer } from './evidence.ts'

export function presentAnswer({
  dispute,
  texts,
  canAnswer,
}: DisputeAnswer): z.input<typeof disputeAnswerOutput> {
  const { id, amountPence, dueAt, evidence } = dispute
  return {
    disputeId: id,
    amount: amountPence,
    dueAt,
    canAnswer,
    savedAt: evidence?.savedAt ?? null,
    submittedAt: evidence?.submittedAt ?? null,
    submittedBy: evidence?.submittedBy?.email ?? null,
    texts: Object.entries(texts).map(([field, text]) => ({ field, text })),
  }
}
