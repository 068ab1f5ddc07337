import type { Context } from '#server/context.ts'
import { REFERER_COOKIE } from '#server/context.ts'
import { ShopError } from '#server/errors.ts'
import { refererMoneyProcedures } from '#server/features/commissions/router.ts'
import {
  countCall,
  limitedByAddress,
  publicProcedure,
  recordsSecurity,
  refererProcedure,
  router,
} from '#server/trpc.ts'
import { basisPointsToPercent } from '#shared/money/rates.ts'
import { successOutput } from '#shared/schemas/auth.ts'
import { referralValidateInput, referralValidateOutput } from '#shared/schemas/checkout.ts'
import {
  refererApplicationInput,
  refererApplicationOutput,
  refererChangePasswordInput,
  refererLoginInput,
  refererLoginOutput,
} from '#shared/schemas/referer.ts'
import {
  refererAccountOutput,
  refererBankInput,
  refererDetailsInput,
  refererPaperOutput,
  selfBillingInput,
  selfBillingOutput,
} from '#shared/schemas/referer-portal.ts'
import { acceptSelfBilling } from './accept-self-billing.ts'
import { changeBankDetails } from './change-bank-details.ts'
import { changeDetails } from './change-details.ts'
import { changePassword } from './change-password.ts'
import { drawPoster } from './draw-poster.ts'
import { presentAccount, presentReferer } from './present.ts'
import { findAccount, findActiveCode, findReferer } from './queries.ts'
import { type OpenedPortal, signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { submitApplication } from './submit-application.ts'

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

export const refererRouter = router({
  submitApplication: publicProcedure
    .use(limitedByAddress('registration'))
    .input(refererApplicationInput)
    .output(refererApplicationOutput)
    .mutation(({ ctx, input }) => submitApplication(ctx.deps, input)),

  me: refererProcedure.output(refererLoginOutput.omit({ token: true })).query(async ({ ctx }) => {
    const referer = await findReferer(ctx.deps, ctx.referer.refererId)
    if (!referer) throw new ShopError('NOT_SIGNED_IN')
    return presentReferer(referer)
  }),

  login: publicProcedure
    .input(refererLoginInput)
    .output(refererLoginOutput)
    .mutation(async ({ ctx, input }) => {
      const { address, userAgent } = ctx
      const browser = ctx.browser('referer')
      return rememberForDocuments(ctx, await signIn(ctx.deps, { ...input, address, userAgent, browser }))
    }),

  logout: publicProcedure.output(successOutput).mutation(({ ctx }) => {
    ctx.cookies.clear(REFERER_COOKIE)
    return signOut(ctx.deps, ctx.credentials.refererToken)
  }),

  /** The answer carries a new token: the old one has ended with all others. */
  changePassword: refererProcedure
    .use(
      recordsSecurity('referer', {
        done: 'password.changed',
        failed: 'password.failed',
        locked: 'password.locked',
      }),
    )
    .input(refererChangePasswordInput)
    .output(refererLoginOutput)
    .mutation(async ({ ctx, input }) => {
      const { userAgent } = ctx
      const { refererId } = ctx.referer
      await countCall(ctx, 'password', refererId)
      const browser = ctx.browser('referer')
      const changed = await changePassword(ctx.deps, { ...input, refererId, userAgent, browser })
      return rememberForDocuments(ctx, changed)
    }),

  account: refererProcedure.output(refererAccountOutput).query(async ({ ctx }) => {
    const account = await findAccount(ctx.deps, ctx.referer.refererId)
    if (!account) throw new ShopError('NOT_SIGNED_IN')
    return presentAccount(account, ctx.deps.clock.now())
  }),

  changeDetails: refererProcedure
    .input(refererDetailsInput)
    .output(successOutput)
    .mutation(({ ctx, input }) =>
      changeDetails(ctx.deps, { refererId: ctx.referer.refererId, details: input }),
    ),

  changeBankDetails: refererProcedure
    .use(recordsSecurity('referer', { failed: 'password.failed', locked: 'password.locked' }))
    .input(refererBankInput)
    .output(successOutput)
    .mutation(async ({ ctx, input }) => {
      const { refererId } = ctx.referer
      await countCall(ctx, 'password', refererId)
      return changeBankDetails(ctx.deps, { ...input, refererId })
    }),

  acceptSelfBilling: refererProcedure
    .input(selfBillingInput)
    .output(selfBillingOutput)
    .mutation(async ({ ctx }) => {
      const { selfBillingUntil } = await acceptSelfBilling(ctx.deps, ctx.referer.refererId)
      return { selfBillingUntil: selfBillingUntil.toISOString() }
    }),

  /** An A4 sheet for the noticeboard, with the code and the way to the shop. */
  poster: refererProcedure.output(refererPaperOutput).query(async ({ ctx }) => {
    const { refererId } = ctx.referer
    await countCall(ctx, 'document', refererId)
    const { filename, content } = await drawPoster(ctx.deps, refererId)
    return { filename, contentBase64: content.toString('base64') }
  }),

  ...refererMoneyProcedures,
})

function rememberForDocuments({ deps, cookies }: Context, { login, expiresAt }: OpenedPortal) {
  cookies.set(REFERER_COOKIE, login.token, {
    sameSite: 'lax',
    maxAgeSeconds: Math.floor((expiresAt.getTime() - deps.clock.now().getTime()) / 1000),
  })
  return login
}
