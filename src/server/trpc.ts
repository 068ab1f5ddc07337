import { initTRPC } from '@trpc/server'
import superjson from 'superjson'
import { z } from 'zod'
import type { SecurityEventKind } from '#shared/schemas/security-events.ts'
import type { Context } from './context.ts'
import { ShopError, toWire } from './errors.ts'
import type { SessionKind } from './features/accounts/queries.ts'
import { stepUpEndsAt } from './features/admin-auth/step-up.ts'
import { recordSecurityEvent } from './features/audit/security-events.ts'
import type { LimitName } from './infra/rate-limits.ts'
import { readInput } from './trpc-input.ts'

/** Who may call a procedure; the access matrix in the tests is generated from it. */
export type Access = 'anyone' | 'student' | 'ownStudent' | 'referer' | 'admin'

const t = initTRPC
  .context<Context>()
  .meta<{ access: Access }>()
  .create({
    // Else the stack of every error is read, to be sent along; ours are worded by `toWire`.
    isDev: false,
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
  .use(async ({ ctx, input, next }) => {
    const { studentId } = ctx.student
    if (input.userId !== studentId) {
      const subject = { kind: 'student', id: studentId } as const
      await recordSecurityEvent(ctx.deps, { kind: 'access.refused', subject, address: ctx.address })
      throw new ShopError('OWN_DASHBOARD_ONLY')
    }
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
 * input and existence, so that a refusal reveals nothing else.
 */
export const stepUpAdminProcedure = adminProcedure.use(async ({ ctx, next }) => {
  const { stepUpAt, adminId } = ctx.admin
  if (!stepUpAt || ctx.deps.clock.now() > stepUpEndsAt(stepUpAt)) {
    const subject = { kind: 'admin', id: adminId } as const
    await recordSecurityEvent(ctx.deps, { kind: 'stepUp.required', subject, address: ctx.address })
    throw new ShopError('STEP_UP_REQUIRED')
  }
  return next()
})

type Recorded = {
  done?: SecurityEventKind | undefined
  /** Where the call requires a password or code again: a wrong one, and none left to try. */
  failed?: SecurityEventKind | undefined
  locked?: SecurityEventKind | undefined
}

/** The refusals of a wrong password or code. */
const WRONG_SECRET = ['CURRENT_PASSWORD_WRONG', 'STEP_UP_CODE_WRONG', 'STEP_UP_REQUIRED']

/** Records the outcome of a signed-in call that concerns sign-in (requirements §6). */
export function recordsSecurity(kind: SessionKind, { done, failed, locked }: Recorded) {
  return t.middleware(async ({ ctx, next }) => {
    const subject = { kind, id: await ownerOf(ctx, kind) }
    const result = await next()
    const event = result.ok ? done : refusedAs(toWire(result.error).body.code, { failed, locked })
    if (event) await recordSecurityEvent(ctx.deps, { kind: event, subject, address: ctx.address })
    return result
  })
}

function refusedAs(code: string, { failed, locked }: Recorded): SecurityEventKind | undefined {
  if (code === 'RATE_LIMITED') return locked
  return WRONG_SECRET.includes(code) ? failed : undefined
}

async function ownerOf({ whoIs }: Context, kind: SessionKind): Promise<string | null> {
  if (kind === 'student') return (await whoIs.student())?.studentId ?? null
  if (kind === 'referer') return (await whoIs.referer())?.refererId ?? null
  return (await whoIs.admin())?.adminId ?? null
}

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
