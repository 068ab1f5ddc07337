import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { presentClub } from '#server/features/referers/present.ts'
import { isReferer, listClubs } from '#server/features/referers/queries.ts'
import { adminProcedure } from '#server/trpc.ts'
import { refererIdInput } from '#shared/schemas/admin.ts'
import { commissionsOutput, referersSummaryOutput } from '#shared/schemas/admin-reports.ts'
import { payoutsOutput } from '#shared/schemas/referer.ts'
import { presentCommission, presentPayout, presentSummary } from './present.ts'
import { listCommissions, listPayouts, sumLedgers } from './queries.ts'

const anyRefererProcedure = adminProcedure.input(refererIdInput).use(async ({ ctx, input, next }) => {
  if (!(await isReferer(ctx.deps, input.id))) throw new ShopError('REFERER_NOT_FOUND')
  return next()
})

export const commissionAdminProcedures = {
  referersSummary: adminProcedure
    .output(referersSummaryOutput)
    .query(({ ctx }) => summariseReferers(ctx.deps)),

  /** The same under the name older clients know. */
  clubsSummary: adminProcedure.output(referersSummaryOutput).query(({ ctx }) => summariseReferers(ctx.deps)),

  refererPayouts: anyRefererProcedure
    .output(payoutsOutput)
    .query(async ({ ctx, input }) => (await listPayouts(ctx.deps, input.id)).map(presentPayout)),

  refererCommissions: anyRefererProcedure
    .output(commissionsOutput)
    .query(async ({ ctx, input }) => (await listCommissions(ctx.deps, input.id)).map(presentCommission)),
}

async function summariseReferers(deps: Pick<Deps, 'db' | 'seal'>) {
  const [clubs, sums] = await Promise.all([listClubs(deps), sumLedgers(deps)])
  return clubs.map((club) => presentSummary(presentClub(club), sums.get(club.id)))
}
