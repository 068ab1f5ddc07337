import { z } from 'zod'
import { adminProcedure, stepUpAdminProcedure } from '#server/trpc.ts'
import * as adminSchemas from '#shared/schemas/admin.ts'
import { applicationsOutput, refererOutput } from '#shared/schemas/admin-reports.ts'
import { successOutput } from '#shared/schemas/auth.ts'
import { isoTime, opaqueId, optionalText, timeOutput } from '#shared/schemas/primitives.ts'
import { approveApplication, rejectApplication } from './applications.ts'
import { reviewBankDetails } from './bank-changes.ts'
import { presentApplication, presentBankChange, presentReferer, presentVatChange } from './present.ts'
import { findReferer, listApplications, listBankChanges, listVatChanges } from './queries.ts'
import { createReferer } from './referers.ts'
import { updateReferer } from './update-referer.ts'
import { reviewVatRegistration } from './vat-registration.ts'

const decisionOutput = z.object({
  id: z.string(),
  status: z.enum(['approved', 'rejected']),
  /** The new referer; null after a rejection. */
  refererId: z.string().nullable(),
  referralCode: z.string().nullable(),
})

const bankChangesOutput = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    changedAt: timeOutput,
    sortCode: z.string(),
    accountNumber: z.string(),
    /** The current number, which the portal may have changed. */
    phoneNumber: z.string().nullable(),
    /** The last number an admin typed or reviewed. */
    phoneKnownBefore: z.string().nullable(),
  }),
)

const bankReviewInput = z.object({
  id: opaqueId,
  changedAt: isoTime,
  /** The number that the admin was shown. */
  phoneNumber: optionalText(40),
})

const vatChangesOutput = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    fullBusinessName: z.string().nullable(),
    vatNumber: z.string().nullable(),
    changedAt: timeOutput,
  }),
)

const decide = { approved: approveApplication, rejected: rejectApplication }

export const refererAdminProcedures = {
  refererApplications: adminProcedure
    .output(applicationsOutput)
    .query(async ({ ctx }) => (await listApplications(ctx.deps)).map(presentApplication)),

  decideApplication: adminProcedure
    .input(adminSchemas.applicationDecisionInput)
    .output(decisionOutput)
    .mutation(({ ctx, input: { status, ...input } }) =>
      decide[status](ctx.deps, { ...input, adminId: ctx.admin.adminId }),
    ),

  createReferer: adminProcedure
    .input(adminSchemas.createRefererInput)
    .output(adminSchemas.createRefererOutput)
    .mutation(({ ctx, input }) => createReferer(ctx.deps, { ...input, adminId: ctx.admin.adminId })),

  updateReferer: stepUpAdminProcedure
    .input(adminSchemas.updateRefererInput)
    .output(refererOutput)
    .mutation(async ({ ctx, input }) => {
      await updateReferer(ctx.deps, { ...input, adminId: ctx.admin.adminId })
      return presentReferer(await findReferer(ctx.deps, input.id))
    }),

  /** Changes of bank details that wait for a review. */
  bankChanges: adminProcedure
    .output(bankChangesOutput)
    .query(async ({ ctx }) => (await listBankChanges(ctx.deps)).map(presentBankChange)),

  reviewBankChange: stepUpAdminProcedure
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

  /** VAT registrations that wait for a review. */
  vatChanges: adminProcedure
    .output(vatChangesOutput)
    .query(async ({ ctx }) => (await listVatChanges(ctx.deps)).map(presentVatChange)),

  reviewVatChange: stepUpAdminProcedure
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
