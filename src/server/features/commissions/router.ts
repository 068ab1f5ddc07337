import { z } from 'zod'
import { ShopError } from '#server/errors.ts'
import { findSession } from '#server/features/accounts/queries.ts'
import { publicProcedure, refererProcedure } from '#server/trpc.ts'
import { poundsString } from '#shared/schemas/primitives.ts'
import {
  ofRefererInput,
  payoutOutput,
  payoutsOutput,
  refererInvoiceInput,
  referralOutput,
  referralsOutput,
} from '#shared/schemas/referer.ts'
import { openPayoutDocument } from './open-payout-document.ts'
import {
  presentCommission,
  presentPayout,
  presentPortalPayout,
  presentReferral,
  presentStates,
  presentTotals,
} from './present.ts'
import { findTotals, listCommissions, listPayouts } from './queries.ts'
import { COMMISSION_STATES, listPortalPayouts, listReferrals, sumStates } from './queries-portal.ts'

const totalsOutput = z.object({
  totalCommission: poundsString,
  totalPaid: poundsString,
  totalUnpaid: poundsString,
  /** The London quarter that runs now. */
  thisQuarter: z.object({ quarterYear: z.string(), amount: poundsString }),
})

const portalOutput = z.object({
  totals: totalsOutput,
  /** Every penny of the ledger in one place: open + carriedForward + due + paid is the total commission. */
  states: z.object({
    /** Of the quarter that runs; its close is still to come. */
    open: poundsString,
    carriedForward: poundsString,
    due: poundsString,
    paid: poundsString,
    /** Taken off what is open and carried forward when the agreement ended; 0 or below. */
    forfeited: poundsString,
  }),
  referrals: z.array(
    referralOutput.extend({
      earnedAmount: poundsString,
      reversedAmount: poundsString,
      state: z.enum(COMMISSION_STATES),
      /** The amount is estimated until the card fee is known, and waits for it. */
      waitsForFee: z.boolean(),
    }),
  ),
  payouts: z.array(
    payoutOutput.extend({ document: z.object({ number: z.string(), kind: z.string() }).nullable() }),
  ),
})

/** A paper; REST sends the bytes themselves as a download. */
const documentOutput = z.object({ filename: z.string(), contentBase64: z.base64() })

/** Only for the referer named in the input: another's id is refused with 403 (requirements §6). */
const ownRefererProcedure = refererProcedure.input(ofRefererInput).use(({ ctx, input, next }) => {
  if (input.refererId !== ctx.referer.refererId) throw new ShopError('FORBIDDEN')
  return next()
})

/** For a referer known by the session header or, as a link carries none, by the cookie kept for this one call. */
const documentProcedure = publicProcedure.meta({ access: 'referer' }).use(async ({ ctx, next }) => {
  const { deps, credentials, whoIs } = ctx
  const referer = (await whoIs.referer()) ?? (await findSession(deps, 'referer', credentials.refererCookie))
  if (!referer) throw new ShopError('NOT_SIGNED_IN')
  return next({ ctx: { ...ctx, referer } })
})

/** What a referer may read of their own money; mounted under `referer`. */
export const refererMoneyProcedures = {
  referrals: ownRefererProcedure
    .output(referralsOutput)
    .query(async ({ ctx, input }) =>
      (await listCommissions(ctx.deps, input.refererId)).map(presentCommission),
    ),

  payouts: ownRefererProcedure
    .output(payoutsOutput)
    .query(async ({ ctx, input }) => (await listPayouts(ctx.deps, input.refererId)).map(presentPayout)),

  totals: refererProcedure
    .output(totalsOutput)
    .query(async ({ ctx }) => presentTotals(await findTotals(ctx.deps, ctx.referer.refererId))),

  /** All that the portal shows, in one answer. */
  portal: refererProcedure.output(portalOutput).query(async ({ ctx }) => {
    const { refererId } = ctx.referer
    const [totals, states, referrals, payouts] = await Promise.all([
      findTotals(ctx.deps, refererId),
      sumStates(ctx.deps, refererId),
      listReferrals(ctx.deps, refererId),
      listPortalPayouts(ctx.deps, refererId),
    ])
    return {
      totals: presentTotals(totals),
      states: presentStates(states),
      referrals: referrals.map(presentReferral),
      payouts: payouts.map(presentPortalPayout),
    }
  }),

  invoice: documentProcedure
    .input(refererInvoiceInput)
    .output(documentOutput)
    .query(async ({ ctx, input }) => {
      const { refererId } = ctx.referer
      const { filename, content } = await openPayoutDocument(ctx.deps, { ...input, refererId })
      return { filename, contentBase64: content.toString('base64') }
    }),
}
