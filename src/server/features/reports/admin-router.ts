import { adminProcedure, router } from '#server/trpc.ts'
import { quarterInput, quarterlyDetailsInput } from '#shared/schemas/admin.ts'
import {
  quarterEntriesOutput,
  quarterlyDetailsOutput,
  revenueAnalyticsOutput,
} from '#shared/schemas/admin-reports.ts'
import { successOutput } from '#shared/schemas/auth.ts'
import * as payoutRunSchemas from '#shared/schemas/payout-run-report.ts'
import * as reportsSchemas from '#shared/schemas/reports.ts'
import * as vatSchemas from '#shared/schemas/vat.ts'
import { presentPeriod, presentRefererWaterfalls, presentRevenue, presentSales } from './analytics-present.ts'
import {
  findFirstSale,
  listCredits,
  listMonths,
  listRefererSums,
  listSales,
  listVideoSales,
  sumPaidOut,
} from './analytics-queries.ts'
import { findClubStatement } from './club-statement.ts'
import { findPayoutRun, listRunSums } from './payout-runs.ts'
import { presentQuarter, presentQuarterEntry, presentQuarterSales } from './present.ts'
import { findRunningQuarter, listQuarterEntries, listQuarterOrders, listQuarters } from './quarter-queries.ts'
import { openQuarterReport } from './quarter-report.ts'
import { findVatPeriod, listVatDocuments, listVatPeriods } from './vat/vat-periods.ts'
import { changeStagger, findStagger } from './vat/vat-settings.ts'

export const reportsRouter = router({
  quarterlyDetails: adminProcedure
    .input(quarterlyDetailsInput)
    .output(quarterlyDetailsOutput)
    .query(async ({ ctx, input: { clubId, quarterYear } }) =>
      presentQuarterSales(await listQuarterOrders(ctx.deps, { refererId: clubId, quarterYear })),
    ),

  /** The ledger entries of a quarter, with those that belong to no sale. */
  quarterEntries: adminProcedure
    .input(quarterlyDetailsInput)
    .output(quarterEntriesOutput)
    .query(async ({ ctx, input: { clubId, quarterYear } }) =>
      (await listQuarterEntries(ctx.deps, { refererId: clubId, quarterYear })).map(presentQuarterEntry),
    ),

  quarters: adminProcedure
    .output(reportsSchemas.quartersOutput)
    .query(async ({ ctx }) => (await listQuarters(ctx.deps)).map(presentQuarter)),

  running: adminProcedure
    .output(reportsSchemas.runningQuarterOutput)
    .query(({ ctx: { deps } }) => findRunningQuarter(deps)),

  /** REST streams the file; tRPC returns its address. */
  quarterlyReport: adminProcedure
    .input(quarterInput)
    .output(reportsSchemas.quarterlyReportOutput)
    .query(({ ctx, input: { quarterYear } }) => {
      const filename = `quarterly-report-${quarterYear}.csv`
      ctx.sendFile?.({
        filename,
        type: 'text/csv; charset=utf-8; header=present',
        open: () => openQuarterReport(ctx.deps, quarterYear),
      })
      return { quarterYear, filename, address: `/api/admin/quarterly-report/${quarterYear}` }
    }),

  payoutRuns: adminProcedure
    .output(payoutRunSchemas.payoutRunSumsOutput)
    .query(({ ctx: { deps } }) => listRunSums(deps.db)),

  payoutRun: adminProcedure
    .input(quarterInput)
    .output(payoutRunSchemas.payoutRunReportOutput)
    .query(({ ctx: { deps }, input: { quarterYear } }) => findPayoutRun(deps, quarterYear)),

  clubStatement: adminProcedure
    .input(quarterlyDetailsInput)
    .output(payoutRunSchemas.clubStatementOutput)
    .query(({ ctx: { deps }, input }) => findClubStatement(deps, input)),

  vatPeriods: adminProcedure.output(vatSchemas.vatPeriodsOutput).query(async ({ ctx: { deps } }) => {
    const stagger = await findStagger(deps)
    return { stagger, periods: await listVatPeriods(deps, stagger) }
  }),

  vatPeriod: adminProcedure
    .input(vatSchemas.vatPeriodInput)
    .output(vatSchemas.vatPeriodOutput)
    .query(({ ctx: { deps }, input: { label } }) => findVatPeriod(deps, label)),

  vatDocuments: adminProcedure
    .input(vatSchemas.vatDocumentsInput)
    .output(vatSchemas.vatDocumentsOutput)
    .query(({ ctx: { deps }, input }) =>
      listVatDocuments(deps, { ...input, size: vatSchemas.VAT_DOCUMENTS_A_PAGE }),
    ),

  changeStagger: adminProcedure
    .input(vatSchemas.vatStaggerInput)
    .output(successOutput)
    .mutation(({ ctx: { deps, admin }, input: { stagger } }) =>
      changeStagger(deps, { stagger, adminId: admin.adminId }),
    ),

  revenueAnalytics: adminProcedure
    .input(reportsSchemas.analyticsInput)
    .output(revenueAnalyticsOutput)
    .query(async ({ ctx, input }) => {
      const { db, clock } = ctx.deps
      const now = clock.now()
      // In parallel: together they take as long as the slowest.
      const [firstSaleAt, paidOutPence, videos, credits, referers, months] = await Promise.all([
        findFirstSale(db),
        sumPaidOut(db, input?.range),
        listVideoSales(db, input?.range),
        listCredits(db, input?.range),
        listRefererSums(db, input?.range),
        listMonths(db, now, input?.range),
      ])
      const period = presentPeriod({ range: input?.range, firstSaleAt, now })
      return { period, ...presentRevenue({ paidOutPence, videos, credits, referers, months }) }
    }),

  refererWaterfalls: adminProcedure
    .input(reportsSchemas.analyticsInput)
    .output(reportsSchemas.refererWaterfallsOutput)
    .query(async ({ ctx, input }) =>
      presentRefererWaterfalls(await listRefererSums(ctx.deps.db, input?.range)),
    ),

  saleWaterfalls: adminProcedure
    .input(reportsSchemas.saleWaterfallsInput)
    .output(reportsSchemas.saleWaterfallsOutput)
    .query(async ({ ctx, input }) =>
      presentSales(
        await listSales(ctx.deps, {
          refererId: input.clubId,
          page: input.page,
          range: input.period?.range,
        }),
      ),
    ),
})
