import { adminProcedure, router } from '#server/trpc.ts'
import { quarterlyDetailsInput } from '#shared/schemas/admin.ts'
import { quarterlyDetailsOutput } from '#shared/schemas/admin-reports.ts'
import { presentQuarterSales } from './present.ts'
import { listQuarterOrders } from './queries.ts'

export const reportsRouter = router({
  quarterlyDetails: adminProcedure
    .input(quarterlyDetailsInput)
    .output(quarterlyDetailsOutput)
    .query(async ({ ctx, input }) =>
      presentQuarterSales(
        await listQuarterOrders(ctx.deps, { refererId: input.clubId, quarterYear: input.quarterYear }),
      ),
    ),
})
