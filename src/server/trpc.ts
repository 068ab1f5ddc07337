import { initTRPC } from '@trpc/server'
import superjson from 'superjson'
import { z } from 'zod'
import type { SecurityEventKind } from '#shared/schemas/security-events.ts'
import type { Context } from './context.ts'
import type { Deps } from './deps.ts'
import { ShopError, toWire } from './errors.ts'
import type { SessionKind, StudentSession } from './features/accounts/queries.ts'
import { refuseOtherStudent } from './features/accounts/sessions.ts'
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
    errorFormatter({ shape, error, ctx }) {
      const { status, body, isError } = toWire(error)
      const { message, code, ...data } = body
      return {
        code: shape.code,
        message,
        data: { ...data, code, httpStatus: status, ...(isError && ctx && { requestId: ctx.requestId }) },
      }
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

const ownInput = z.object({ userId: z.string().max(100) })

/** Only for the student named in the input: another student's id is refused with 403 (requirements §6). */
export const ownStudentProcedure = studentProcedure
  .meta({ access: 'ownStudent' })
  .input(ownInput)
  .use(async ({ ctx, input, next }) => {
    if (input.userId !== ctx.student.studentId) await refuseOther(ctx, ctx.student)
    return next()
  })

/** The same, where one statement reads the session and the rows that the procedure presents. */
export function ownStudentReading<Rows>(
  read: (deps: Deps, token: string) => Promise<{ session: StudentSession; rows: Rows } | null>,
) {
  return t.procedure
    .meta({ access: 'ownStudent' })
    .use(async ({ ctx, next }) => {
      const { bearer } = ctx.credentials
      const found = bearer === null ? null : await read(ctx.deps, bearer)
      if (!found) throw new ShopError('NOT_SIGNED_IN')
      return next({ ctx: { ...ctx, student: found.session, rows: found.rows } })
    })
    .input(ownInput)
    .use(async ({ ctx, input, next }) => {
      if (input.userId !== ctx.student.studentId) await refuseOther(ctx, ctx.student)
      return next()
    })
}

/**
 * The same, where the statement of the use case checks session and student. They are checked before that only for an
 * input that will be refused, so that the refusal says nothing to others.
 */
export function ownStudentWriting<Schema extends z.ZodType<{ userId: string }>>(schema: Schema) {
  return t.procedure
    .meta({ access: 'ownStudent' })
    .use(async ({ ctx, getRawInput, next }) => {
      const { bearer: token } = ctx.credentials
      if (token === null) throw new ShopError('NOT_SIGNED_IN')
      const input = await getRawInput()
      if (!schema.safeParse(input).success) {
        const student = await ctx.whoIs.student()
        if (!student) throw new ShopError('NOT_SIGNED_IN')
        const own = ownInput.safeParse(input).data
        if (own && own.userId !== student.studentId) await refuseOther(ctx, student)
      }
      return next({ ctx: { ...ctx, token } })
    })
    .input(schema)
}

function refuseOther({ deps, address }: Context, { studentId }: StudentSession): Promise<never> {
  return refuseOtherStudent(deps, { studentId, address })
}

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
  what: 'password' | 'payment' | 'paymentCheck' | 'document' | 'search' | 'refundRequest',
  accountId: string,
): Promise<void> {
  await deps.limits.consume(`${what}Account`, accountId)
  await deps.limits.consume(`${what}Address`, address)
}
