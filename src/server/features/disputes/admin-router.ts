import { adminProcedure, router } from '#server/trpc.ts'
import * as schemas from '#shared/schemas/disputes.ts'
import { getEvidence, openEvidence, prepareEvidence, submitEvidence } from './evidence.ts'
import { presentAnswer } from './present.ts'

export const disputesRouter = router({
  evidence: adminProcedure
    .input(schemas.disputeIdInput)
    .output(schemas.disputeAnswerOutput)
    .query(async ({ ctx, input }) => presentAnswer(await getEvidence(ctx.deps, input.disputeId))),

  openEvidence: adminProcedure
    .input(schemas.disputeIdInput)
    .output(schemas.evidenceFileOutput)
    .mutation(async ({ ctx, input }) => {
      const { filename, content } = await openEvidence(ctx.deps, { ...input, adminId: ctx.admin.adminId })
      return { filename, contentBase64: content.toString('base64') }
    }),

  prepareEvidence: adminProcedure
    .input(schemas.disputeIdInput)
    .output(schemas.disputeAnswerOutput)
    .mutation(async ({ ctx, input }) =>
      presentAnswer(await prepareEvidence(ctx.deps, { ...input, adminId: ctx.admin.adminId })),
    ),

  submitEvidence: adminProcedure
    .input(schemas.disputeIdInput)
    .output(schemas.disputeAnswerOutput)
    .mutation(async ({ ctx, input }) =>
      presentAnswer(await submitEvidence(ctx.deps, { ...input, adminId: ctx.admin.adminId })),
    ),
})
