import { ShopError } from '#server/errors.ts'
import { limitedByAddress, publicProcedure, router } from '#server/trpc.ts'
import { basisPointsToPercent } from '#shared/rates.ts'
import { referralValidateInput, referralValidateOutput } from '#shared/schemas/checkout.ts'
import { findActiveCode } from './queries.ts'

export const cartRouter = router({
  validate: publicProcedure
    .use(limitedByAddress('referralCode'))
    .input(referralValidateInput)
    .output(referralValidateOutput)
    .mutation(async ({ ctx, input }) => {
      const code = await findActiveCode(ctx.deps.db, input.code)
      if (!code) throw new ShopError('INVALID_REFERRAL_CODE')
      return {
        code: code.code,
        clubName: code.clubName,
        discountPercent: basisPointsToPercent(code.discountBps),
      }
    }),
})

export const refererRouter = router({})
