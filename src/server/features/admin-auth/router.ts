import { z } from 'zod'
import { ADMIN_COOKIE } from '#server/context.ts'
import { signOut } from '#server/features/accounts/sessions.ts'
import { findSecurityEvents } from '#server/features/audit/queries.ts'
import { bookkeepingRouter } from '#server/features/bookkeeping/admin-router.ts'
import { campaignsRouter } from '#server/features/campaigns/admin-router.ts'
import { catalogRouter } from '#server/features/catalog/admin-router.ts'
import { commissionAdminProcedures } from '#server/features/commissions/admin-router.ts'
import { disputesRouter } from '#server/features/disputes/admin-router.ts'
import { attentionRouter, operationsRouter } from '#server/features/operations/admin-router.ts'
import { orderAdminRouter } from '#server/features/order-admin/admin-router.ts'
import { questionsAdminRouter } from '#server/features/questions/admin-router.ts'
import { refererAdminProcedures } from '#server/features/referers/admin-router.ts'
import { reportsRouter } from '#server/features/reports/admin-router.ts'
import { stripePayoutsRouter } from '#server/features/stripe-payouts/admin-router.ts'
import {
  adminProcedure,
  publicProcedure,
  recordsSecurity,
  router,
  stepUpAdminProcedure,
} from '#server/trpc.ts'
import * as adminSchemas from '#shared/schemas/admin.ts'
import { messageOutput, successOutput } from '#shared/schemas/auth.ts'
import { opaqueId, timeOutput } from '#shared/schemas/primitives.ts'
import { securityEventsInput, securityEventsOutput } from '#shared/schemas/security-events.ts'
import { revokeSession } from './admins.ts'
import { presentAuthenticator, presentSession, presentSignedIn } from './present.ts'
import { findAuthenticator, findSignedIn, listSessions } from './queries.ts'
import { renewRecoveryCodes } from './recovery-codes.ts'
import { confirmAuthenticator, createAuthenticator, removeAuthenticator } from './second-factors.ts'
import { resendCode, signIn, verifyCode } from './sign-in.ts'
import { confirmStepUp, requestStepUp, stepUpEndsAt } from './step-up.ts'

const sessionsOutput = z.array(
  z.object({
    id: z.string(),
    userAgent: z.string(),
    createdAt: timeOutput,
    lastUsedAt: timeOutput,
    expiresAt: timeOutput,
    isCurrent: z.boolean(),
  }),
)

export const adminRouter = router({
  login: publicProcedure
    .input(adminSchemas.adminLoginInput)
    .output(adminSchemas.adminLoginOutput)
    .mutation(({ ctx, input }) =>
      signIn(ctx.deps, { ...input, address: ctx.address, browser: ctx.browser('admin') }),
    ),

  verifyCode: publicProcedure
    .input(adminSchemas.adminVerifyCodeInput)
    .output(adminSchemas.adminVerifyCodeOutput)
    .mutation(async ({ ctx, input }) => {
      const { deps, cookies, userAgent } = ctx
      const { token, expiresAt, adminEmail } = await verifyCode(deps, {
        ...input,
        address: ctx.address,
        userAgent,
        browser: ctx.browser('admin'),
      })
      const maxAgeSeconds = Math.floor((expiresAt.getTime() - deps.clock.now().getTime()) / 1000)
      cookies.set(ADMIN_COOKIE, token, { sameSite: 'strict', maxAgeSeconds })
      return { success: true, adminEmail }
    }),

  resendCode: publicProcedure
    .input(adminSchemas.adminResendCodeInput)
    .output(messageOutput)
    .mutation(({ ctx, input }) => resendCode(ctx.deps, { ...input, browser: ctx.browser('admin') })),

  session: publicProcedure
    .output(adminSchemas.adminSessionOutput)
    .query(async ({ ctx }) => presentSignedIn(await findSignedIn(ctx.deps, await ctx.whoIs.admin()))),

  logout: publicProcedure.output(successOutput).mutation(({ ctx }) => {
    const { adminCookie } = ctx.credentials
    // Without the cookie nothing is cleared: a post from another site does not sign out.
    if (adminCookie !== null) ctx.cookies.clear(ADMIN_COOKIE)
    return signOut(ctx.deps, { kind: 'admin', token: adminCookie })
  }),

  stepUpRequest: adminProcedure
    .output(messageOutput)
    .mutation(({ ctx }) => requestStepUp(ctx.deps, ctx.admin)),

  stepUpConfirm: adminProcedure
    .use(
      recordsSecurity('admin', {
        done: 'stepUp.succeeded',
        failed: 'stepUp.failed',
        locked: 'stepUp.locked',
      }),
    )
    .input(adminSchemas.stepUpConfirmInput)
    .output(adminSchemas.stepUpConfirmOutput)
    .mutation(async ({ ctx, input }) => {
      const { sessionId, adminId } = ctx.admin
      const { stepUpAt } = await confirmStepUp(ctx.deps, { ...input, sessionId, adminId })
      return { success: true, codeFreshUntil: stepUpEndsAt(stepUpAt).toISOString() }
    }),

  sessions: adminProcedure.output(sessionsOutput).query(async ({ ctx }) => {
    const { adminId, sessionId } = ctx.admin
    return (await listSessions(ctx.deps, adminId)).map((session) => presentSession(session, sessionId))
  }),

  revokeSession: adminProcedure
    .use(recordsSecurity('admin', { done: 'session.revoked' }))
    .input(z.object({ id: opaqueId }))
    .output(successOutput)
    .mutation(({ ctx, input }) =>
      revokeSession(ctx.deps, { adminId: ctx.admin.adminId, sessionId: input.id }),
    ),

  securityEvents: adminProcedure
    .input(securityEventsInput)
    .output(securityEventsOutput)
    .query(({ ctx, input }) => findSecurityEvents(ctx.deps, input)),

  authenticator: adminProcedure
    .output(adminSchemas.authenticatorOutput)
    .query(async ({ ctx }) => presentAuthenticator(await findAuthenticator(ctx.deps, ctx.admin.adminId))),

  beginAuthenticator: stepUpAdminProcedure
    .output(adminSchemas.beginAuthenticatorOutput)
    .mutation(({ ctx }) => createAuthenticator(ctx.deps, ctx.admin)),

  confirmAuthenticator: stepUpAdminProcedure
    .use(
      recordsSecurity('admin', {
        done: 'secondFactor.added',
        failed: 'stepUp.failed',
        locked: 'stepUp.locked',
      }),
    )
    .input(adminSchemas.confirmAuthenticatorInput)
    .output(adminSchemas.recoveryCodesOutput)
    .mutation(({ ctx, input }) => confirmAuthenticator(ctx.deps, { ...input, ...ctx.admin })),

  renewRecoveryCodes: stepUpAdminProcedure
    .use(recordsSecurity('admin', { done: 'recoveryCodes.renewed' }))
    .output(adminSchemas.recoveryCodesOutput)
    .mutation(({ ctx }) => renewRecoveryCodes(ctx.deps, ctx.admin)),

  removeAuthenticator: stepUpAdminProcedure
    .use(recordsSecurity('admin', { done: 'secondFactor.removed' }))
    .output(successOutput)
    .mutation(({ ctx }) => removeAuthenticator(ctx.deps, ctx.admin)),

  ...refererAdminProcedures,
  ...commissionAdminProcedures,
  orders: orderAdminRouter,
  catalog: catalogRouter,
  bookkeeping: bookkeepingRouter,
  disputes: disputesRouter,
  reports: reportsRouter,
  stripePayouts: stripePayoutsRouter,
  campaigns: campaignsRouter,
  attention: attentionRouter,
  questions: questionsAdminRouter,
  operations: operationsRouter,
})
