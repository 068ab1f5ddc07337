import { adminProcedure, router } from '#server/trpc.ts'
import { countInput, countOutput } from '#shared/schemas/bulk-email.ts'
import { countRecipients } from './queries.ts'

export const campaignsRouter = router({
  countRecipients: adminProcedure
    .input(countInput)
    .output(countOutput)
    .query(async ({ ctx, input }) => ({ count: await countRecipients(ctx.deps, input.recipients) })),
})
