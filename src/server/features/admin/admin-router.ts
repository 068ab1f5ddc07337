import { ShopError } from '#server/errors.ts'
import { adminProcedure } from '#server/trpc.ts'
import { codeFreshUntil } from './present.ts'

/**
 * Only for an admin whose code is at most 12 hours old: payouts, bank details, bulk email. Checked before input
 * and existence, so that a refusal tells nothing else (requirements §6).
 */
export const freshAdminProcedure = adminProcedure.use(({ ctx, next }) => {
  const { stepUpAt } = ctx.admin
  if (!stepUpAt || ctx.deps.clock.now() > codeFreshUntil(stepUpAt)) throw new ShopError('STEP_UP_REQUIRED')
  return next()
})
