import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { presentReferer } from '#server/features/referers/present.ts'
import { isReferer, listReferers } from '#server/features/referers/queries.ts'
import { adminProcedure, stepUpAdminProcedure } from '#server/trpc.ts'
import { parsePounds } from '#shared/money/money.ts'
import * as adminSchemas from '#shared/schemas/admin.ts'
import * as adminReportsSchemas from '#shared/schemas/admin-reports.ts'
import { successOutput } from '#shared/schemas/auth.ts'
import * as payoutRunSchemas from '#shared/schemas/payout-run.ts'
import { adminPayoutsOutput, markedPayoutOutput } from '#shared/schemas/payouts.ts'
import { poundsString, timeOutput } from '#shared/schemas/primitives.ts'
import { askForBankDetails, listMissingBank } from './ask-for-bank-details.ts'
import { listBankFiles } from './bank-files/bank-file-queries.ts'
import { exportBankFile } from './bank-files/export-bank-file.ts'
import { matchStatement } from './bank-files/match-statement.ts'
import { describeRun, listPayoutRuns } from './bank-files/payout-run-queries.ts'
import { findSellerAccount, setSellerAccount } from './bank-files/seller-account.ts'
import { downloadBankFile } from './bank-files/stored-bank-files.ts'
import { unfreezePayouts } from './bank-files/unfreeze-payouts.ts'
import { endReferer } from './payouts/end-referer.ts'
import { generatePayouts } from './payouts/generate-payouts.ts'
import { payMatched } from './payouts/pay-matched.ts'
import { markPaid, payQuarter } from './payouts/pay-payouts.ts'
import { returnPayments } from './payouts/return-payments.ts'
import { markPending, reversePayments } from './payouts/reverse-payments.ts'
import * as present from './present.ts'
import { listRefererQuarters, listUnprocessed } from './quarter-queries.ts'
import { listCommissions, listPayouts, sumLedgers } from './queries.ts'

const endingOutput = z.object({
  id: z.string(),
  endedAt: timeOutput,
  /** Unpaid commission below the minimum payout, which is forfeited. */
  forfeitedAmount: poundsString,
})

const timeOf = (time: string | null) => (time === null ? null : new Date(time))

const mark = { paid: markPaid, pending: markPending }

const anyRefererProcedure = adminProcedure
  .input(adminSchemas.refererIdInput)
  .use(async ({ ctx, input, next }) => {
    if (!(await isReferer(ctx.deps, input.id))) throw new ShopError('REFERER_NOT_FOUND')
    return next()
  })

export const commissionAdminProcedures = {
  referersSummary: adminProcedure
    .output(adminReportsSchemas.referersSummaryOutput)
    .query(({ ctx }) => summariseReferers(ctx.deps)),

  /** An older name of the same procedure. */
  clubsSummary: adminProcedure
    .output(adminReportsSchemas.referersSummaryOutput)
    .query(({ ctx }) => summariseReferers(ctx.deps)),

  refererPayouts: anyRefererProcedure
    .output(adminPayoutsOutput)
    .query(async ({ ctx, input }) => (await listPayouts(ctx.deps, input.id)).map(present.presentAdminPayout)),

  refererCommissions: anyRefererProcedure
    .output(adminReportsSchemas.commissionsOutput)
    .query(async ({ ctx, input }) =>
      (await listCommissions(ctx.deps, input.id)).map(present.presentCommission),
    ),

  refererQuarters: anyRefererProcedure
    .output(adminReportsSchemas.refererQuartersOutput)
    .query(({ ctx, input }) => listRefererQuarters(ctx.deps, input.id)),

  /** Referers whose payout wants for bank details. */
  missingBank: adminProcedure
    .output(adminReportsSchemas.missingBankOutput)
    .query(async ({ ctx }) => (await listMissingBank(ctx.deps)).map(present.presentMissingBank)),

  askForBankDetails: adminProcedure
    .input(adminSchemas.refererIdInput)
    .output(successOutput)
    .mutation(({ ctx: { deps, admin }, input: { id } }) =>
      askForBankDetails(deps, { refererId: id, adminId: admin.adminId }),
    ),

  unprocessedQuarters: adminProcedure
    .output(adminReportsSchemas.unprocessedQuartersOutput)
    .query(({ ctx }) => listUnprocessed(ctx.deps)),

  generatePayouts: adminProcedure
    .input(adminSchemas.quarterInput)
    .output(adminReportsSchemas.generatePayoutsOutput)
    .mutation(async ({ ctx, input }) =>
      present.presentGenerated(await generatePayouts(ctx.deps, input.quarterYear)),
    ),

  setPayoutStatus: stepUpAdminProcedure
    .input(adminSchemas.payoutStatusInput)
    .output(markedPayoutOutput)
    .mutation(async ({ ctx, input: { status, paidAt, ...input } }) => {
      const request = { ...input, paidAt: timeOf(paidAt), adminId: ctx.admin.adminId }
      return present.presentMarked(await mark[status](ctx.deps, request))
    }),

  markPaid: stepUpAdminProcedure
    .input(adminSchemas.markPaidInput)
    .output(markedPayoutOutput)
    .mutation(async ({ ctx, input }) =>
      present.presentMarked(await markPaid(ctx.deps, { ...input, paidAt: null, adminId: ctx.admin.adminId })),
    ),

  payoutRuns: adminProcedure
    .output(payoutRunSchemas.payoutRunsOutput)
    .query(({ ctx }) => listPayoutRuns(ctx.deps)),

  payoutRun: adminProcedure
    .input(adminSchemas.quarterInput)
    .output(payoutRunSchemas.payoutRunOutput)
    .query(async ({ ctx, input: { quarterYear } }) => {
      const payouts = await describeRun(ctx.deps, quarterYear)
      return {
        quarterYear,
        payouts: payouts.map(({ row, ...state }) => present.presentRunPayout(row, state)),
      }
    }),

  exportBankFile: stepUpAdminProcedure
    .input(payoutRunSchemas.bankFileInput)
    .output(payoutRunSchemas.bankFileOutput)
    .mutation(async ({ ctx, input: { quarterYear, totalAmount, payOn } }) => {
      const totalPence = parsePounds(totalAmount)
      const request = { quarterYear, totalPence, payOn: timeOf(payOn), adminId: ctx.admin.adminId }
      return present.presentBankFiles(await exportBankFile(ctx.deps, request))
    }),

  sellerAccount: adminProcedure
    .output(payoutRunSchemas.sellerAccountOutput)
    .query(async ({ ctx }) => present.presentSellerAccount(await findSellerAccount(ctx.deps))),

  setSellerAccount: stepUpAdminProcedure
    .input(payoutRunSchemas.sellerAccountInput)
    .output(payoutRunSchemas.sellerAccountOutput)
    .mutation(async ({ ctx, input }) => {
      await setSellerAccount(ctx.deps, { ...input, adminId: ctx.admin.adminId })
      return present.presentSellerAccount(await findSellerAccount(ctx.deps))
    }),

  /** Proposes only: a mutation because a statement is too long for an address. */
  readStatement: adminProcedure
    .input(payoutRunSchemas.statementInput)
    .output(payoutRunSchemas.statementOutput)
    .mutation(async ({ ctx, input }) =>
      present.presentStatement(await matchStatement(ctx.deps, input.content)),
    ),

  payMatched: stepUpAdminProcedure
    .input(payoutRunSchemas.payMatchedInput)
    .output(payoutRunSchemas.statementDoneOutput)
    .mutation(async ({ ctx, input }) => {
      const { paid, totalPence } = await payMatched(ctx.deps, {
        payouts: input.payouts.map(({ payoutId, day }) => ({ payoutId, day: timeOf(day) })),
        totalPence: parsePounds(input.totalAmount),
        adminId: ctx.admin.adminId,
      })
      return { payouts: paid, totalAmount: totalPence }
    }),

  returnPayments: stepUpAdminProcedure
    .input(payoutRunSchemas.returnPaymentsInput)
    .output(payoutRunSchemas.statementDoneOutput)
    .mutation(async ({ ctx, input: { payoutIds, totalAmount } }) => {
      const request = { payoutIds, totalPence: parsePounds(totalAmount), adminId: ctx.admin.adminId }
      const { returned, totalPence } = await returnPayments(ctx.deps, request)
      return { payouts: returned, totalAmount: totalPence }
    }),

  bankFiles: adminProcedure
    .output(payoutRunSchemas.bankFilesOutput)
    .query(({ ctx }) => listBankFiles(ctx.deps)),

  downloadBankFile: stepUpAdminProcedure
    .input(payoutRunSchemas.bankFileIdInput)
    .output(payoutRunSchemas.downloadedBankFileOutput)
    .mutation(async ({ ctx, input }) => {
      const { name, content } = await downloadBankFile(ctx.deps, { ...input, adminId: ctx.admin.adminId })
      return { filename: name, content }
    }),

  unfreezePayouts: stepUpAdminProcedure
    .input(payoutRunSchemas.unfreezeInput)
    .output(payoutRunSchemas.unfreezeOutput)
    .mutation(async ({ ctx, input: { totalAmount, ...input } }) => {
      const request = { ...input, totalPence: parsePounds(totalAmount), adminId: ctx.admin.adminId }
      return { quarterYear: input.quarterYear, payouts: await unfreezePayouts(ctx.deps, request) }
    }),

  payQuarter: stepUpAdminProcedure
    .input(payoutRunSchemas.payQuarterInput)
    .output(payoutRunSchemas.payQuarterOutput)
    .mutation(async ({ ctx, input: { totalAmount, paidAt, ...input } }) => {
      const { paid, totalPence } = await payQuarter(ctx.deps, {
        ...input,
        totalPence: parsePounds(totalAmount),
        paidAt: timeOf(paidAt),
        adminId: ctx.admin.adminId,
      })
      return { quarterYear: input.quarterYear, paid, totalAmount: totalPence }
    }),

  /** Reverses all payments of one bank file. */
  reversePayments: stepUpAdminProcedure
    .input(payoutRunSchemas.reversePaymentsInput)
    .output(payoutRunSchemas.reversePaymentsOutput)
    .mutation(async ({ ctx, input: { bankFileId, totalAmount } }) => {
      const request = { bankFileId, totalPence: parsePounds(totalAmount), adminId: ctx.admin.adminId }
      const { reversed, totalPence } = await reversePayments(ctx.deps, request)
      return { reversed, totalAmount: totalPence }
    }),

  endReferer: adminProcedure
    .input(adminSchemas.endRefererInput)
    .output(endingOutput)
    .mutation(async ({ ctx, input }) => {
      const ending = await endReferer(ctx.deps, { ...input, adminId: ctx.admin.adminId })
      return { id: input.id, endedAt: ending.endedAt, forfeitedAmount: ending.forfeitedPence }
    }),
}

async function summariseReferers(deps: Pick<Deps, 'db' | 'seal'>) {
  const [referers, sums] = await Promise.all([listReferers(deps), sumLedgers(deps)])
  return referers.map((referer) => present.presentSummary(presentReferer(referer), sums.get(referer.id)))
}
