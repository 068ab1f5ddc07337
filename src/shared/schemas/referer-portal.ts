import { z } from 'zod'
import { passwordMinLength } from '#shared/limits.ts'
import { refererResetMessages } from '#shared/messages/password-reset.ts'
import { refererApplicationMessages as copy } from '#shared/messages/referer-application.ts'
import { refererLoginMessages, refererPortalMessages } from '#shared/messages/referer-portal.ts'
import { refererOutput } from './admin-reports.ts'
import { optionalFlag, optionalText, password, poundsString, requiredText, timeOutput } from './primitives.ts'
import { optionalPrintable, partyAddress, requiredPrintable } from './printable-text.ts'
import {
  hasVatNumber,
  isAccountNumber,
  isSortCode,
  namesItsVatNumber,
  payoutOutput,
  referralOutput,
} from './referer.ts'
import { samePassword } from './same-password.ts'

/** A referer as they see themselves: what their documents print, where they are paid, and their agreement. */
export const refererAccountOutput = refererOutput.omit({ endedAt: true, version: true }).extend({
  mustChangePassword: z.boolean(),
  /** True until an admin has looked at the newest change of bank details. */
  bankChangeWaits: z.boolean(),
  /** True until an admin has looked at the newest registration for VAT. */
  vatChangeWaits: z.boolean(),
  selfBilling: z.object({
    isInForce: z.boolean(),
    from: timeOutput.nullable(),
    until: timeOutput.nullable(),
  }),
})
export type RefererAccountOutput = z.output<typeof refererAccountOutput>

export const refererDetailsInput = z
  .object({
    contactName: requiredPrintable(200, copy.fullNameTooShort, 2),
    fullBusinessName: optionalPrintable(200),
    tradingName: optionalText(200),
    ...partyAddress,
    companyNumber: optionalPrintable(30),
    isVatRegistered: optionalFlag,
    vatNumber: optionalPrintable(30),
    phoneNumber: optionalText(40),
  })
  .refine(namesItsVatNumber, { path: ['vatNumber'], error: copy.vatNumberRequired })
  .refine(hasVatNumber, { path: ['vatNumber'], error: copy.vatNumber })

/** Whole numbers alone: what is masked is typed again. */
export const refererBankInput = z.object({
  currentPassword: password(1, refererLoginMessages.passwordRequired),
  bankName: optionalText(100),
  accountName: requiredText(100, copy.accountNameRequired),
  sortCode: z.string(copy.sortCode).trim().refine(isSortCode, copy.sortCode),
  accountNumber: z.string(copy.accountNumber).trim().refine(isAccountNumber, copy.accountNumber),
})

/** The referer's own form for another password. */
export const refererPasswordForm = z
  .object({
    currentPassword: password(1, refererLoginMessages.passwordRequired),
    password: password(passwordMinLength, refererResetMessages.tooShort, refererResetMessages.tooLong),
    confirmPassword: z.string().min(1, refererPortalMessages.confirmRequired),
  })
  .refine(...samePassword(refererResetMessages.mismatch, { orEmpty: true }))

export const selfBillingInput = z.object({ accepted: z.literal(true, copy.termsRequired) })
export const selfBillingOutput = z.object({ selfBillingUntil: timeOutput })

export const refererTotalsOutput = z.object({
  totalCommission: poundsString,
  totalPaid: poundsString,
  totalUnpaid: poundsString,
  /** The London quarter that runs now. */
  thisQuarter: z.object({ quarterYear: z.string(), amount: poundsString }),
})

/** What became of the commission on an order: one word for every amount a referer is shown. */
const COMMISSION_STATES = ['earned', 'carriedForward', 'due', 'paid', 'reversed'] as const
export type CommissionState = (typeof COMMISSION_STATES)[number]

export const refererPortalOutput = z.object({
  totals: refererTotalsOutput,
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
      /** Part of the earned amount: what an estimate changed by when the card fee was known. */
      correctedAmount: poundsString,
      /** Of what was earned and reversed, what stands in paid payouts. */
      paidOutAmount: poundsString,
      /** Paid less VAT less card fee is net; percent of net is what was earned. Null where it is not. */
      working: z
        .object({
          paid: poundsString,
          vat: poundsString,
          cardFee: poundsString,
          net: poundsString,
          percent: z.number(),
        })
        .nullable(),
      /** Of the link that brought the customer; null where it had no name. */
      linkName: z.string().nullable(),
      state: z.enum(COMMISSION_STATES),
      /** The amount is estimated until the card fee is known, and waits for it. */
      waitsForFee: z.boolean(),
    }),
  ),
  /** The last twelve months, "2026-11", the running one last. */
  months: z.array(z.object({ month: z.string(), amount: poundsString })),
  /** Empty while no named link has brought a customer. */
  links: z.array(z.object({ name: z.string().nullable(), customers: z.int(), amount: poundsString })),
  payouts: z.array(
    payoutOutput.extend({ document: z.object({ number: z.string(), kind: z.string() }).nullable() }),
  ),
})
export type RefererPortalOutput = z.output<typeof refererPortalOutput>

export const refererCsvInput = z.object({ of: z.enum(['referrals', 'payouts']) })

/** A document made by the server; REST sends the bytes themselves as a download. */
export const refererDocumentOutput = z.object({ filename: z.string(), contentBase64: z.base64() })
