import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { presentReferer } from '#server/features/referers/present.ts'
import { isReferer, listReferers } from '#server/features/referers/queries.ts'
import { adminProcedure, stepUpAdminProcedure } from '#server/trpc.ts'
import { parsePounds, toPounds } from '#shared/money/money.ts'
import {
  endRefererInput,
  markPaidInput,
  payoutStatusInput,
  quarterInput,
  refererIdInput,
} from '#shared/schemas/admin.ts'
import {
  commissionsOutput,
  generatePayoutsOutput,
  refererQuartersOutput,
  referersSummaryOutput,
  unprocessedQuartersOutput,
} from '#shared/schemas/admin-reports.ts'
import {
  bankFileIdInput,
  bankFileInput,
  bankFileOutput,
  bankFilesOutput,
  downloadedBankFileOutput,
  payoutRunOutput,
  payoutRunsOutput,
  payQuarterInput,
  payQuarterOutput,
  reversePaymentsInput,
  reversePaymentsOutput,
  unfreezeInput,
  unfreezeOutput,
} from '#shared/schemas/payout-run.ts'
import { adminPayoutsOutput, markedPayoutOutput } from '#shared/schemas/payouts.ts'
import { isoTime, poundsString } from '#shared/schemas/primitives.ts'
import { listBankFiles } from './bank-files/bank-file-queries.ts'
import { exportBankFile } from './bank-files/export-bank-file.ts'
import {
  presentBankFile,
  presentBankFileRow,
  presentRun,
  presentRunPayout,
} from './bank-files/payout-run-present.ts'
import { describeRun, listPayoutRuns } from './bank-files/payout-run-queries.ts'
import { downloadBankFile } from './bank-files/stored-bank-files.ts'
import { unfreezePayouts } from './bank-files/unfreeze-payouts.ts'
import { endReferer } from './payouts/end-referer.ts'
import { generatePayouts } from './payouts/generate-payouts.ts'
import { markPaid, payQuarter } from './payouts/pay-payouts.ts'
import { markPending, reversePayments } from './payouts/reverse-payments.ts'
import {
  presentAdminPayout,
  presentCommission,
  presentEnding,
  presentGenerated,
  presentMarked,
  presentRefererQuarter,
  presentSummary,
  presentUnprocessed,
} from './present.ts'
import { listRefererQuarters, listUnprocessed } from './quarter-queries.ts'
import { listCommissions, listPayouts, sumLedgers } from './queries.ts'

const endingOutput = z.object({
  id: z.string(),
  endedAt: isoTime,
  /** Unpaid commission below the minimum payout, which is forfeited. */
  forfeitedAmount: poundsString,
})

const timeOf = (time: string | null) => (time === null ? null : new Date(time))

const mark = { paid: markPaid, pending: markPending }

const anyRefererProcedure = adminProcedure.input(refererIdInput).use(async ({ ctx, input, next }) => {
  if (!(await isReferer(ctx.deps, input.id))) throw new ShopError('REFERER_NOT_FOUND')
  return next()
})

export const commissionAdminProcedures = {
  referersSummary: adminProcedure
    .output(referersSummaryOutput)
    .query(({ ctx }) => summariseReferers(ctx.deps)),

  /** An older name of the same procedure. */
  clubsSummary: adminProcedure.output(referersSummaryOutput).query(({ ctx }) => summariseReferers(ctx.deps)),

  refererPayouts: anyRefererProcedure
    .output(adminPayoutsOutput)
    .query(async ({ ctx, input }) => (await listPayouts(ctx.deps, input.id)).map(presentAdminPayout)),

  refererCommissions: anyRefererProcedure
    .output(commissionsOutput)
    .query(async ({ ctx, input }) => (await listCommissions(ctx.deps, input.id)).map(presentCommission)),

  refererQuarters: anyRefererProcedure
    .output(refererQuartersOutput)
    .query(async ({ ctx, input }) =>
      (await listRefererQuarters(ctx.deps, input.id)).map(presentRefererQuarter),
    ),

  unprocessedQuarters: adminProcedure
    .output(unprocessedQuartersOutput)
    .query(async ({ ctx }) => (await listUnprocessed(ctx.deps)).map(presentUnprocessed)),

  generatePayouts: adminProcedure
    .input(quarterInput)
    .output(generatePayoutsOutput)
    .mutation(async ({ ctx, input }) => presentGenerated(await generatePayouts(ctx.deps, input.quarterYear))),

  setPayoutStatus: stepUpAdminProcedure
    .input(payoutStatusInput)
    .output(markedPayoutOutput)
    .mutation(async ({ ctx, input: { status, paidAt, ...input } }) => {
      const request = { ...input, paidAt: timeOf(paidAt), adminId: ctx.admin.adminId }
      return presentMarked(await mark[status](ctx.deps, request))
    }),

  markPaid: stepUpAdminProcedure
    .input(markPaidInput)
    .output(markedPayoutOutput)
    .mutation(async ({ ctx, input }) =>
      presentMarked(await markPaid(ctx.deps, { ...input, paidAt: null, adminId: ctx.admin.adminId })),
    ),

  payoutRuns: adminProcedure
    .output(payoutRunsOutput)
    .query(async ({ ctx }) => (await listPayoutRuns(ctx.deps)).map(presentRun)),

  payoutRun: adminProcedure
    .input(quarterInput)
    .output(payoutRunOutput)
    .query(async ({ ctx, input: { quarterYear } }) => {
      const payouts = await describeRun(ctx.deps, quarterYear)
      return { quarterYear, payouts: payouts.map(({ row, ...state }) => presentRunPayout(row, state)) }
    }),

  exportBankFile: stepUpAdminProcedure
    .input(bankFileInput)
    .output(bankFileOutput)
    .mutation(async ({ ctx, input: { quarterYear, totalAmount } }) => {
      const request = { quarterYear, totalPence: parsePounds(totalAmount), adminId: ctx.admin.adminId }
      return presentBankFile(await exportBankFile(ctx.deps, request))
    }),

  bankFiles: adminProcedure
    .output(bankFilesOutput)
    .query(async ({ ctx }) => (await listBankFiles(ctx.deps)).map(presentBankFileRow)),

  downloadBankFile: stepUpAdminProcedure
    .input(bankFileIdInput)
    .output(downloadedBankFileOutput)
    .mutation(async ({ ctx, input }) => {
      const { name, content } = await downloadBankFile(ctx.deps, { ...input, adminId: ctx.admin.adminId })
      return { filename: name, content }
    }),

  unfreezePayouts: stepUpAdminProcedure
    .input(unfreezeInput)
    .output(unfreezeOutput)
    .mutation(async ({ ctx, input: { totalAmount, ...input } }) => {
      const request = { ...input, totalPence: parsePounds(totalAmount), adminId: ctx.admin.adminId }
      return { quarterYear: input.quarterYear, payouts: await unfreezePayouts(ctx.deps, request) }
    }),

  payQuarter: stepUpAdminProcedure
    .input(payQuarterInput)
    .output(payQuarterOutput)
    .mutation(async ({ ctx, input: { totalAmount, paidAt, ...input } }) => {
      const { paid, totalPence } = await payQuarter(ctx.deps, {
        ...input,
        totalPence: parsePounds(totalAmount),
        paidAt: timeOf(paidAt),
        adminId: ctx.admin.adminId,
      })
      return { quarterYear: input.quarterYear, paid, totalAmount: toPounds(totalPence) }
    }),

  /** Reverses all payments of one bank file. */
  reversePayments: stepUpAdminProcedure
    .input(reversePaymentsInput)
    .output(reversePaymentsOutput)
    .mutation(async ({ ctx, input: { bankFileId, totalAmount } }) => {
      const request = { bankFileId, totalPence: parsePounds(totalAmount), adminId: ctx.admin.adminId }
      const { reversed, totalPence } = await reversePayments(ctx.deps, request)
      return { reversed, totalAmount: toPounds(totalPence) }
    }),

  endReferer: adminProcedure
    .input(endRefererInput)
    .output(endingOutput)
    .mutation(async ({ ctx, input }) => {
      const ending = await endReferer(ctx.deps, { ...input, adminId: ctx.admin.adminId })
      return presentEnding(input.id, ending)
    }),
}

async function summariseReferers(deps: Pick<Deps, 'db' | 'seal'>) {
  const [referers, sums] = await Promise.all([listReferers(deps), sumLedgers(deps)])
  return referers.map((referer) => presentSummary(presentReferer(referer), sums.get(referer.id)))
}
