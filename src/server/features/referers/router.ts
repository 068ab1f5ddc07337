import { type Context, REFERER_COOKIE } from '#server/context.ts'
import { ShopError } from '#server/errors.ts'
import { signOut } from '#server/features/accounts/sessions.ts'
import { refererMoneyProcedures } from '#server/features/commissions/router.ts'
import {
  countCall,
  limitedByAddress,
  publicProcedure,
  recordsSecurity,
  refererProcedure,
  router,
} from '#server/trpc.ts'
import { successOutput } from '#shared/schemas/auth.ts'
import * as refererSchemas from '#shared/schemas/referer.ts'
import * as refererPortalSchemas from '#shared/schemas/referer-portal.ts'
import { changeBankDetails } from './bank-changes.ts'
import { changeDetails } from './change-details.ts'
import { changePassword } from './passwords.ts'
import { renderPoster } from './poster.ts'
import { presentAccount, presentPortalReferer } from './present.ts'
import { findAccount, findPortalReferer } from './queries.ts'
import { acceptSelfBilling } from './self-billing.ts'
import { type PortalSignIn, signIn } from './sign-in.ts'
import { submitApplication } from './submit-application.ts'

export const refererRouter = router({
  submitApplication: publicProcedure
    .use(limitedByAddress('registration'))
    .input(refererSchemas.refererApplicationInput)
    .output(refererSchemas.refererApplicationOutput)
    .mutation(({ ctx, input }) => submitApplication(ctx.deps, input)),

  me: refererProcedure
    .output(refererSchemas.refererLoginOutput.omit({ token: true }))
    .query(async ({ ctx }) => {
      const referer = await findPortalReferer(ctx.deps, ctx.referer.refererId)
      if (!referer) throw new ShopError('NOT_SIGNED_IN')
      return presentPortalReferer(referer)
    }),

  login: publicProcedure
    .input(refererSchemas.refererLoginInput)
    .output(refererSchemas.refererLoginOutput)
    .mutation(async ({ ctx, input }) => {
      const { address, userAgent } = ctx
      const browser = ctx.browser('referer')
      return setRefererCookie(ctx, await signIn(ctx.deps, { ...input, address, userAgent, browser }))
    }),

  logout: publicProcedure.output(successOutput).mutation(({ ctx }) => {
    ctx.cookies.clear(REFERER_COOKIE)
    return signOut(ctx.deps, { kind: 'referer', token: ctx.credentials.refererToken })
  }),

  /** The answer holds a new token, since all sessions are revoked. */
  changePassword: refererProcedure
    .use(
      recordsSecurity('referer', {
        done: 'password.changed',
        failed: 'password.failed',
        locked: 'password.locked',
      }),
    )
    .input(refererSchemas.refererChangePasswordInput)
    .output(refererSchemas.refererLoginOutput)
    .mutation(async ({ ctx, input }) => {
      const { userAgent } = ctx
      const { refererId } = ctx.referer
      await countCall(ctx, 'password', refererId)
      const browser = ctx.browser('referer')
      const changed = await changePassword(ctx.deps, { ...input, refererId, userAgent, browser })
      return setRefererCookie(ctx, changed)
    }),

  account: refererProcedure.output(refererPortalSchemas.refererAccountOutput).query(async ({ ctx }) => {
    const account = await findAccount(ctx.deps, ctx.referer.refererId)
    if (!account) throw new ShopError('NOT_SIGNED_IN')
    return presentAccount(account, ctx.deps.clock.now())
  }),

  changeDetails: refererProcedure
    .input(refererPortalSchemas.refererDetailsInput)
    .output(successOutput)
    .mutation(({ ctx, input }) =>
      changeDetails(ctx.deps, { refererId: ctx.referer.refererId, details: input }),
    ),

  changeBankDetails: refererProcedure
    .use(recordsSecurity('referer', { failed: 'password.failed', locked: 'password.locked' }))
    .input(refererPortalSchemas.refererBankInput)
    .output(successOutput)
    .mutation(async ({ ctx, input }) => {
      const { refererId } = ctx.referer
      await countCall(ctx, 'password', refererId)
      return changeBankDetails(ctx.deps, { ...input, refererId })
    }),

  acceptSelfBilling: refererProcedure
    .input(refererPortalSchemas.selfBillingInput)
    .output(refererPortalSchemas.selfBillingOutput)
    .mutation(async ({ ctx }) => {
      const { selfBillingUntil } = await acceptSelfBilling(ctx.deps, ctx.referer.refererId)
      return { selfBillingUntil: selfBillingUntil.toISOString() }
    }),

  /** An A4 poster for the noticeboard, with the code and the link to the shop. */
  poster: refererProcedure.output(refererPortalSchemas.refererDocumentOutput).query(async ({ ctx }) => {
    const { refererId } = ctx.referer
    await countCall(ctx, 'document', refererId)
    const { filename, content } = await renderPoster(ctx.deps, refererId)
    return { filename, contentBase64: content.toString('base64') }
  }),

  ...refererMoneyProcedures,
})

function setRefererCookie({ deps, cookies }: Context, { login, expiresAt }: PortalSignIn) {
  cookies.set(REFERER_COOKIE, login.token, {
    sameSite: 'lax',
    maxAgeSeconds: Math.floor((expiresAt.getTime() - deps.clock.now().getTime()) / 1000),
  })
  return login
}
