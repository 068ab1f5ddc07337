import { z } from 'zod'
import {
  defaultCommissionPercent,
  defaultReferralDiscountPercent,
  refererInitialPasswordMinLength,
  referralCodeMaxLength,
  referralCodeMinLength,
} from '#shared/limits.ts'
import {
  adminLoginMessages,
  applicationReviewMessages,
  createRefererMessages,
  editRefererMessages,
} from '#shared/messages/admin.ts'
import { PAID_HOW, paidNoteMaxLength } from './payouts.ts'
import {
  email,
  isoTime,
  linkToken,
  opaqueId,
  optional,
  optionalFlag,
  optionalLines,
  optionalText,
  password,
  percent,
  percentMessage,
  quarterLabel,
  timeOutput,
} from './primitives.ts'
import { optionalPrintable, partyAddress, requiredPrintable } from './printable-text.ts'
import { hasVatNumber, isAccountNumber, isSortCode, namesItsVatNumber } from './referer.ts'

export const adminLoginInput = z.object({
  email: email(adminLoginMessages.emailRequired, adminLoginMessages.emailInvalid),
  password: password(1, adminLoginMessages.passwordRequired),
})

export const adminLoginOutput = z.object({
  sessionToken: z.string(),
  adminEmail: z.string(),
  message: z.string(),
  /** Whether an authenticator app or a recovery code may be used in place of the mailed digits. */
  hasApp: z.boolean(),
})

const authCode = z
  .string(adminLoginMessages.codeInvalid)
  .trim()
  .regex(/^\d{6}$/, adminLoginMessages.codeInvalid)

/** Where a code comes from: the mail, an authenticator app, or the list of recovery codes. */
export const codeMethods = ['email', 'app', 'recovery'] as const
export type CodeMethod = (typeof codeMethods)[number]

const codeMethod = optional(z.enum(codeMethods)).transform((method) => method ?? 'email')

/** Ten letters and figures, with or without the hyphen between their halves. */
const RECOVERY_CODE = /^[a-z\d]{5}[\s-]?[a-z\d]{5}$/i

const anyCode = z.string(adminLoginMessages.codeInvalid).trim().max(20, adminLoginMessages.codeInvalid)

/** Six digits, or a recovery code where `method` says so. */
function fitsMethod({ authCode: code, method }: { authCode: string; method: CodeMethod }): boolean {
  return method === 'recovery' ? RECOVERY_CODE.test(code) : /^\d{6}$/.test(code)
}

const unfit = { message: adminLoginMessages.codeInvalid, path: ['authCode'] }

export const adminVerifyCodeInput = z
  .object({
    sessionToken: linkToken(adminLoginMessages.signInAgain),
    authCode: anyCode,
    method: codeMethod,
  })
  .refine(fitsMethod, unfit)

export const adminVerifyCodeOutput = z.object({ success: z.literal(true), adminEmail: z.string() })

export const adminResendCodeInput = z.object({ sessionToken: linkToken(adminLoginMessages.signInAgain) })

export const adminSessionOutput = z.object({
  valid: z.boolean(),
  requiresAuth: z.boolean(),
  adminEmail: z.string().nullable(),
  /** Until when payouts, bank details and bulk email need no new code; null without a session. */
  codeFreshUntil: timeOutput.nullable(),
})
export type AdminSessionOutput = z.output<typeof adminSessionOutput>

export const stepUpConfirmInput = z
  .object({ authCode: anyCode, method: codeMethod })
  .refine(fitsMethod, unfit)

/** The second factors of the calling admin. */
export const authenticatorOutput = z.object({ addedAt: timeOutput.nullable(), recoveryCodesLeft: z.int() })

export const beginAuthenticatorOutput = z.object({ secret: z.string(), uri: z.string() })

export const confirmAuthenticatorInput = z.object({ authCode })

export const recoveryCodesOutput = z.object({ recoveryCodes: z.array(z.string()) })

export const stepUpConfirmOutput = z.object({ success: z.literal(true), codeFreshUntil: timeOutput })

/** A masked value shows dots for what is hidden; sent back, it changes nothing (requirements §3). */
export function isMasked(value: string): boolean {
  return value.includes('•')
}

const bankText = (isRight: (text: string) => boolean, message: string) =>
  optionalText(20).refine((text) => text === null || isMasked(text) || isRight(text), message)

/** Percentages that are left out stay as they are, or are the usual ones of a new referer. */
const optionalPercent = optional(percent, percentMessage)

export const updateRefererInput = z
  .object({
    id: opaqueId,
    name: requiredPrintable(200, editRefererMessages.nameRequired),
    contactEmail: email(editRefererMessages.emailInvalid, editRefererMessages.emailInvalid),
    contactName: requiredPrintable(200, editRefererMessages.contactNameRequired),
    fullBusinessName: optionalPrintable(200),
    tradingName: optionalText(200),
    ...partyAddress,
    companyNumber: optionalPrintable(30),
    vatNumber: optionalPrintable(30),
    isVatRegistered: optionalFlag,
    phoneNumber: optionalText(40),
    bankName: optionalText(100),
    accountName: optionalText(100),
    sortCode: bankText(isSortCode, editRefererMessages.sortCode),
    accountNumber: bankText(isAccountNumber, editRefererMessages.accountNumber),
    commissionPercentage: optionalPercent,
    discountPercentage: optionalPercent,
    /** Of the referer the form was filled with; left out, whatever stands there is written over. */
    version: optionalText(64),
  })
  .refine(namesItsVatNumber, { path: ['vatNumber'], error: editRefererMessages.vatNumberRequired })
  .refine(hasVatNumber, { path: ['vatNumber'], error: editRefererMessages.vatNumber })
export type UpdateRefererInput = z.output<typeof updateRefererInput>

export const createRefererInput = z.object({
  name: requiredPrintable(200, createRefererMessages.nameRequired),
  contactEmail: email(createRefererMessages.emailInvalid, createRefererMessages.emailInvalid),
  contactName: requiredPrintable(200, createRefererMessages.contactNameRequired),
  referralCode: z
    .string(createRefererMessages.codeTooShort)
    .trim()
    .toUpperCase()
    .min(referralCodeMinLength, createRefererMessages.codeTooShort)
    .max(referralCodeMaxLength, createRefererMessages.codeTooLong)
    .regex(/^[A-Za-z0-9_-]*$/, createRefererMessages.codeCharacters),
  password: password(
    refererInitialPasswordMinLength,
    createRefererMessages.passwordTooShort,
    createRefererMessages.passwordTooLong,
  ),
  discountPercentage: optionalPercent.transform((value) => value ?? defaultReferralDiscountPercent),
  commissionPercentage: optionalPercent.transform((value) => value ?? defaultCommissionPercent),
})
export type CreateRefererInput = z.output<typeof createRefererInput>

export const createRefererOutput = z.object({ id: z.string(), name: z.string(), referralCode: z.string() })

export const refererIdInput = z.object({ id: opaqueId })

export const endRefererInput = z.object({ id: opaqueId, reason: optionalLines(1000) })

export const applicationDecisionInput = z.object({
  id: opaqueId,
  status: z.enum(['approved', 'rejected'], applicationReviewMessages.statusRequired),
  adminNotes: optionalLines(4000),
})

/** How a payout was paid, where the admin says so; one that a bank file names was paid with it. */
const paidHow = {
  paidHow: optional(z.enum(PAID_HOW)),
  paidNote: optionalText(paidNoteMaxLength),
}

export const markPaidInput = z.object({ id: opaqueId, ...paidHow })

/** Years outside this range are slips of a client's clock, and PostgreSQL refuses some of them. */
export const sensibleTime = isoTime.refine((time) => time >= '2000' && time < '2100')

export const payoutStatusInput = z.object({
  id: opaqueId,
  status: z.enum(['pending', 'paid']),
  paidAt: optional(sensibleTime),
  ...paidHow,
})

export const quarterInput = z.object({ quarterYear: quarterLabel })

export const quarterlyDetailsInput = z.object({ clubId: opaqueId, quarterYear: quarterLabel })
