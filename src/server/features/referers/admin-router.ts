import { z } from 'zod'
import { adminProcedure, freshAdminProcedure } from '#server/trpc.ts'
import {
  applicationDecisionInput,
  createRefererInput,
  createRefererOutput,
  updateClubInput,
} from '#shared/schemas/admin.ts'
import { applicationsOutput, clubOutput } from '#shared/schemas/admin-reports.ts'
import { successOutput } from '#shared/schemas/auth.ts'
import { isoTime, opaqueId, optionalText } from '#shared/schemas/primitives.ts'
import { approveApplication } from './approve-application.ts'
import { createReferer } from './create-referer.ts'
import { presentApplication, presentBankChange, presentClub, presentVatChange } from './present.ts'
import { findClub, listApplications, listBankChanges, listVatChanges } from './queries.ts'
import { rejectApplication } from './reject-application.ts'
import { reviewBankDetails } from './review-bank-details.ts'
import { reviewVatRegistration } from './review-vat-registration.ts'
import { updateReferer } from './update-referer.ts'

const decisionOutput = z.object({
  id: z.string(),
  status: z.enum(['approved', 'rejected']),
  /** Of the referer an approval made; null after a rejection. */
  refererId: z.string().nullable(),
  referralCode: z.string().nullable(),
})

const bankChangesOutput = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    changedAt: isoTime,
    sortCode: z.string(),
    accountNumber: z.string(),
    /** As it stands, which the portal may have changed. */
    phoneNumber: z.string().nullable(),
    /** As an admin took it last. */
    phoneKnownBefore: z.string().nullable(),
  }),
)

const bankReviewInput = z.object({
  id: opaqueId,
  changedAt: isoTime,
  /** The number in the portal as the admin saw it, and asked about. */
  phoneNumber: optionalText(40),
})

const vatChangesOutput = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    fullBusinessName: z.string().nullable(),
    vatNumber: z.string().nullable(),
    changedAt: isoTime,
  }),
)

const decide = { approved: approveApplication, rejected: rejectApplication }

export const refererAdminProcedures = {
  refererApplications: adminProcedure
    .output(applicationsOutput)
    .query(async ({ ctx }) => (await listApplications(ctx.deps)).map(presentApplication)),

  decideApplication: adminProcedure
    .input(applicationDecisionInput)
    .output(decisionOutput)
    .mutation(({ ctx, input: { status, ...input } }) =>
      decide[status](ctx.deps, { ...input, adminId: ctx.admin.adminId }),
    ),

  createReferer: adminProcedure
    .input(createRefererInput)
    .output(createRefererOutput)
    .mutation(({ ctx, input }) => createReferer(ctx.deps, { ...input, adminId: ctx.admin.adminId })),

  updateClub: freshAdminProcedure
    .input(updateClubInput)
    .output(clubOutput)
    .mutation(async ({ ctx, input }) => {
      await updateReferer(ctx.deps, { ...input, adminId: ctx.admin.adminId })
      return presentClub(await findClub(ctx.deps, input.id))
    }),

  /** Bank details that referers changed and nobody here has looked at. */
  bankChanges: adminProcedure
    .output(bankChangesOutput)
    .query(async ({ ctx }) => (await listBankChanges(ctx.deps)).map(presentBankChange)),

  reviewBankChange: freshAdminProcedure
    .input(bankReviewInput)
    .output(successOutput)
    .mutation(({ ctx, input }) =>
      reviewBankDetails(ctx.deps, {
        id: input.id,
        changedAt: new Date(input.changedAt),
        phoneNumber: input.phoneNumber,
        adminId: ctx.admin.adminId,
      }),
    ),

  /** Registrations for VAT that nobody here has looked at. */
  vatChanges: adminProcedure
    .output(vatChangesOutput)
    .query(async ({ ctx }) => (await listVatChanges(ctx.deps)).map(presentVatChange)),

  reviewVatChange: freshAdminProcedure
    .input(z.object({ id: opaqueId, changedAt: isoTime }))
    .output(successOutput)
    .mutation(({ ctx, input: { id, changedAt } }) =>
      reviewVatRegistration(ctx.deps, {
        id,
        changedAt: new Date(changedAt),
        adminId: ctx.admin.adminId,
      }),
    ),
}
