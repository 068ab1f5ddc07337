import { initTRPC } from '@trpc/server'
import superjson from 'superjson'
import { z } from 'zod'
import { codeFreshUntil } from '#shared/step-up.ts'
import type { Context } from './context.ts'
import { ShopError, toWire } from './errors.ts'
import type { LimitName } from './infra/rate-limits.ts'
import { readInput } from './trpc-input.ts'

/** Who may call a procedure; the access matrix in the tests is generated from it. */
export type Access = 'anyone' | 'student' | 'ownStudent' | 'referer' | 'admin'

const t = initTRPC
  .context<Context>()
  .meta<{ access: Access }>()
  .create({
    transformer: { input: { serialize: superjson.serialize, deserialize: readInput }, output: superjson },
    errorFormatter({ shape, error }) {
      const { status, body } = toWire(error)
      const { message, code, ...data } = body
      return { code: shape.code, message, data: { ...data, code, httpStatus: status } }
    },
  })

export const router = t.router
export const mergeRouters = t.mergeRouters
export const createCallerFactory = t.createCallerFactory

export const publicProcedure = t.procedure.meta({ access: 'anyone' })

/** Only for a signed-in student; `ctx.student` is the session. */
export const studentProcedure = t.procedure.meta({ access: 'student' }).use(async ({ ctx, next }) => {
  const student = await ctx.whoIs.student()
  if (!student) throw new ShopError('NOT_SIGNED_IN')
  return next({ ctx: { ...ctx, student } })
})

/** Only for the student named in the input: another student's id is refused with 403 (requirements §6). */
export const ownStudentProcedure = studentProcedure
  .meta({ access: 'ownStudent' })
  .input(z.object({ userId: z.string().max(100) }))
  .use(({ ctx, input, next }) => {
    if (input.userId !== ctx.student.studentId) throw new ShopError('OWN_DASHBOARD_ONLY')
    return next()
  })

/** Only for a signed-in referer; `ctx.referer` is the session. */
export const refererProcedure = t.procedure.meta({ access: 'referer' }).use(async ({ ctx, next }) => {
  const referer = await ctx.whoIs.referer()
  if (!referer) throw new ShopError('NOT_SIGNED_IN')
  return next({ ctx: { ...ctx, referer } })
})

/** Only for an admin with a second factor behind them; `ctx.admin` is the session. */
export const adminProcedure = t.procedure.meta({ access: 'admin' }).use(async ({ ctx, next }) => {
  const admin = await ctx.whoIs.admin()
  if (!admin) throw new ShopError('NOT_SIGNED_IN')
  return next({ ctx: { ...ctx, admin } })
})

/**
 * Only for an admin whose code is at most 12 hours old; what wants it is listed in requirements §6. Checked before
 * input and existence, so that a refusal tells nothing else.
 */
export const freshAdminProcedure = adminProcedure.use(({ ctx, next }) => {
  const { stepUpAt } = ctx.admin
  if (!stepUpAt || ctx.deps.clock.now() > codeFreshUntil(stepUpAt)) throw new ShopError('STEP_UP_REQUIRED')
  return next()
})

/** Counts the call against the caller's network address; throws RATE_LIMITED beyond the limit. */
export function limitedByAddress(name: LimitName) {
  return t.middleware(async ({ ctx, next }) => {
    await ctx.deps.limits.consume(name, ctx.address)
    return next()
  })
}

/**
 * Counts a costly call, by itself in a batch too: against the account it is for, then against the network address.
 *
 * @throws ShopError RATE_LIMITED beyond either limit
 */
export async function countCall(
  { deps, address }: Pick<Context, 'deps' | 'address'>,
  what: 'password' | 'payment' | 'paymentCheck' | 'document',
  accountId: string,
): Promise<void> {
  await deps.limits.consume(`${what}Account`, accountId)
  await deps.limits.consume(`${what}Address`, address)
}
