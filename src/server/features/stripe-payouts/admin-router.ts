import { adminProcedure, router } from '#server/trpc.ts'
import { successOutput } from '#shared/schemas/auth.ts'
import * as schemas from '#shared/schemas/stripe-payouts.ts'
import { findProblems, reportProblems } from './check-balance.ts'
import { openPayoutFile } from './payout-file.ts'
import { presentPayoutDetail, presentPayouts } from './present.ts'
import { findReadUntil, getPayout, listPayoutLines, listPayouts, sumBalance } from './queries.ts'
import { readStripeBalance } from './read-balance.ts'

/** The job reads the rest. */
const PAGES_AT_ONCE = 5

export const stripePayoutsRouter = router({
  list: adminProcedure
    .input(schemas.stripePayoutsInput)
    .output(schemas.stripePayoutsOutput)
    .query(async ({ ctx: { deps }, input: { page } }) => {
      const size = schemas.PAYOUTS_A_PAGE
      const [readUntil, sums, problems, payouts] = await Promise.all([
        findReadUntil(deps),
        sumBalance(deps.db),
        findProblems(deps),
        listPayouts(deps.db, { offset: page * size, limit: size + 1 }),
      ])
      return presentPayouts({ readUntil, sums, problems, payouts, size })
    }),

  /** Reads Stripe's balance now, as the job does every hour. */
  read: adminProcedure.output(successOutput).mutation(async ({ ctx: { deps } }) => {
    await readStripeBalance(deps, { mostPages: PAGES_AT_ONCE })
    await reportProblems(deps)
    return { success: true }
  }),

  detail: adminProcedure
    .input(schemas.stripePayoutInput)
    .output(schemas.stripePayoutOutput)
    .query(async ({ ctx: { deps }, input: { payoutId } }) =>
      presentPayoutDetail(await getPayout(deps.db, payoutId), await listPayoutLines(deps.db, payoutId)),
    ),

  /** REST streams the file; tRPC returns its address. */
  file: adminProcedure
    .input(schemas.stripePayoutInput)
    .output(schemas.stripePayoutFileOutput)
    .query(async ({ ctx, input: { payoutId } }) => {
      // Only an id that is known becomes a file's name.
      await getPayout(ctx.deps.db, payoutId)
      const filename = `stripe-payout-${payoutId}.csv`
      ctx.sendFile?.({
        filename,
        type: 'text/csv; charset=utf-8; header=present',
        open: () => openPayoutFile(ctx.deps.db, payoutId),
      })
      return { filename, address: `/api/admin/stripe-payouts/${payoutId}` }
    }),
})
