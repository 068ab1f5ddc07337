import { ShopError } from '#server/errors.ts'
import { findSession } from '#server/features/accounts/queries.ts'
import { recordSecurityEvent } from '#server/features/audit/security-events.ts'
import { countCall, publicProcedure, refererProcedure } from '#server/trpc.ts'
import * as refererSchemas from '#shared/schemas/referer.ts'
import {
  refererCsvInput,
  refererDocumentOutput,
  refererPortalOutput,
  refererTotalsOutput,
} from '#shared/schemas/referer-portal.ts'
import { openPayoutDocument } from './payouts/payout-documents.ts'
import { payoutsCsv, referralsCsv } from './portal-csv.ts'
import { listPortalPayouts, listReferrals, sumLinks, sumMonths, sumStates } from './portal-queries.ts'
import {
  presentCommission,
  presentLinks,
  presentPayout,
  presentPortalPayout,
  presentReferral,
  presentStates,
  presentTotals,
} from './present.ts'
import { findTotals, listCommissions, listPayouts } from './queries.ts'

/** Only for the referer in the input: another id is refused with 403 (requirements §6). */
const ownRefererProcedure = refererProcedure
  .input(refererSchemas.ofRefererInput)
  .use(async ({ ctx, input, next }) => {
    const { refererId } = ctx.referer
    if (input.refererId !== refererId) {
      const subject = { kind: 'referer', id: refererId } as const
      await recordSecurityEvent(ctx.deps, { kind: 'access.refused', subject, address: ctx.address })
      throw new ShopError('FORBIDDEN')
    }
    return next()
  })

/** A link carries no session header, so this call also accepts the session cookie. */
const documentProcedure = publicProcedure.meta({ access: 'referer' }).use(async ({ ctx, next }) => {
  const { deps, credentials, whoIs } = ctx
  const referer = (await whoIs.referer()) ?? (await findSession(deps, 'referer', credentials.refererCookie))
  if (!referer) throw new ShopError('NOT_SIGNED_IN')
  return next({ ctx: { ...ctx, referer } })
})

const CSV_OF = { referrals: referralsCsv, payouts: payoutsCsv } as const

/** A referer's own money; mounted under `referer`. */
export const refererMoneyProcedures = {
  referrals: ownRefererProcedure
    .output(refererSchemas.referralsOutput)
    .query(async ({ ctx, input }) =>
      (await listCommissions(ctx.deps, input.refererId)).map(presentCommission),
    ),

  payouts: ownRefererProcedure
    .output(refererSchemas.payoutsOutput)
    .query(async ({ ctx, input }) => (await listPayouts(ctx.deps, input.refererId)).map(presentPayout)),

  totals: refererProcedure
    .output(refererTotalsOutput)
    .query(async ({ ctx }) => presentTotals(await findTotals(ctx.deps, ctx.referer.refererId))),

  /** Everything the portal shows, in one response. */
  portal: refererProcedure.output(refererPortalOutput).query(async ({ ctx }) => {
    const { refererId } = ctx.referer
    const [totals, states, referrals, payouts, months, links] = await Promise.all([
      findTotals(ctx.deps, refererId),
      sumStates(ctx.deps, refererId),
      listReferrals(ctx.deps, refererId),
      listPortalPayouts(ctx.deps, refererId),
      sumMonths(ctx.deps, refererId),
      sumLinks(ctx.deps, refererId),
    ])
    return {
      totals: presentTotals(totals),
      states: presentStates(states),
      referrals: referrals.map(presentReferral),
      payouts: payouts.map(presentPortalPayout),
      months: months.map(({ month, amountPence }) => ({ month, amount: amountPence })),
      links: presentLinks(links),
    }
  }),

  /** The rows of the portal's two tables, for a spreadsheet. */
  csv: refererProcedure
    .input(refererCsvInput)
    .output(refererDocumentOutput)
    .query(async ({ ctx, input }) => {
      const { refererId } = ctx.referer
      await countCall(ctx, 'document', refererId)
      const text = await CSV_OF[input.of](ctx.deps, refererId)
      return { filename: `${input.of}.csv`, contentBase64: Buffer.from(text).toString('base64') }
    }),

  invoice: documentProcedure
    .input(refererSchemas.refererInvoiceInput)
    .output(refererDocumentOutput)
    .query(async ({ ctx, input }) => {
      const { refererId } = ctx.referer
      await countCall(ctx, 'document', refererId)
      const { filename, content } = await openPayoutDocument(ctx.deps, { ...input, refererId })
      return { filename, contentBase64: content.toString('base64') }
    }),
}
