import { adminProcedure, router } from '#server/trpc.ts'
import * as schemas from '#shared/schemas/bookkeeping.ts'
import { periodInput } from '#shared/schemas/period.ts'
import { exportSales } from './export-sales.ts'
import { presentSums } from './present.ts'
import { sumSalesDocuments } from './sales-documents.ts'

export const bookkeepingRouter = router({
  sums: adminProcedure
    .input(periodInput)
    .output(schemas.bookkeepingSumsOutput)
    .query(async ({ ctx, input }) => presentSums(await sumSalesDocuments(ctx.deps, input.range))),

  exportSales: adminProcedure
    .input(schemas.salesExportInput)
    .output(schemas.salesExportOutput)
    .mutation(async ({ ctx, input }) => {
      const made = await exportSales(ctx.deps, { ...input, adminId: ctx.admin.adminId })
      return made && { filename: made.name, type: made.type, contentBase64: made.bytes.toString('base64') }
    }),
})
