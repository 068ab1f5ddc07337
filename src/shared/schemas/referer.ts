import { z } from 'zod'
import {
  accountNumberLength,
  passwordMinLength,
  phoneMinDigits,
  sortCodeMaxLength,
  sortCodeMinLength,
} from '#shared/limits.ts'
import { refererResetMessages } from '#shared/messages/password-reset.ts'
import { refererApplicationMessages as copy } from '#shared/messages/referer-application.ts'
import { refererLoginMessages } from '#shared/messages/referer-portal.ts'
import { isUkPostcode, isUnitedKingdom } from '#shared/text/postcode.ts'
import { isVatNumber } from '#shared/text/vat-number.ts'
import {
  email,
  holdsWebAddress,
  opaqueId,
  optionalFlag,
  password,
  poundsString,
  requiredText,
  timeOutput,
} from './primitives.ts'
import { optionalPrintable, requiredPrintable } from './printable-text.ts'
import { samePassword } from './same-password.ts'

/** Six digits, written plainly or in pairs: 123456, 12-34-56, 12 34 56. What is pasted may have spaces around it. */
export function isSortCode(text: string): boolean {
  const code = text.trim()
  if (code.length < sortCodeMinLength || code.length > sortCodeMaxLength) return false
  return /^\d{2}[- ]?\d{2}[- ]?\d{2}$/.test(code)
}

/** A sort code in pairs, as banks print it; what is none stays as it is typed. */
export function formatSortCode(text: string): string {
  if (!isSortCode(text)) return text
  const digits = text.replace(/\D/g, '')
  return [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].join('-')
}

/** Dots and the last digits of a sort code (requirements §3). */
export const maskSortCode = (digits: string) => `••-••-${digits.slice(-2)}`

/** Dots and the last digits of an account number, which may be typed in groups. */
export const maskAccountNumber = (digits: string) => `••••${digits.replace(/\s/g, '').slice(-4)}`

/** Eight digits; banking apps print them in groups, so single spaces between them do not matter. */
export function isAccountNumber(text: string): boolean {
  const number = text.trim()
  return /^\d(\s?\d)*$/.test(number) && number.replace(/\s/g, '').length === accountNumberLength
}

/** Seven digits or more, grouped as people do: 01632 960001, +44 (0)1632 960-001. */
function isPhoneNumber(text: string): boolean {
  return /^[\d\s+()-]+$/.test(text) && text.replace(/\D/g, '').length >= phoneMinDigits
}

const namesNoAddress = (name: string | null) => name === null || !holdsWebAddress(name)

const applicationFields = z.object({
  applicantType: z.enum(['individual', 'organization'], copy.applicantTypeRequired),
  /** The acknowledgement greets by one of these two. */
  fullName: requiredPrintable(200, copy.fullNameTooShort, 2).refine(namesNoAddress, copy.nameWithAddress),
  organizationName: optionalPrintable(200).refine(namesNoAddress, copy.nameWithAddress),
  contactEmail: email(copy.emailInvalid, copy.emailInvalid),
  password: password(passwordMinLength, copy.passwordTooShort, copy.passwordTooLong),
  confirmPassword: z.string(copy.passwordsDiffer),
  phoneNumber: requiredText(40, copy.phoneRequired).refine(
    (text) => text === '' || isPhoneNumber(text),
    copy.phoneInvalid,
  ),
  businessName: requiredPrintable(200, copy.businessNameRequired, 2),
  businessNumber: optionalPrintable(30),
  isVatRegistered: optionalFlag,
  vatNumber: optionalPrintable(30),
  businessAddressLine1: requiredPrintable(200, copy.addressLine1Required),
  businessAddressLine2: optionalPrintable(200),
  businessCity: requiredPrintable(100, copy.cityRequired),
  businessPostcode: requiredPrintable(20, copy.postcodeRequired),
  businessCountry: optionalPrintable(100).transform((country) => country ?? 'United Kingdom'),
  bankAccountName: requiredText(100, copy.accountNameRequired),
  bankSortCode: z.string(copy.sortCode).trim().refine(isSortCode, copy.sortCode),
  bankAccountNumber: z.string(copy.accountNumber).trim().refine(isAccountNumber, copy.accountNumber),
  acceptedTerms: z.boolean(copy.termsRequired).refine((isAccepted) => isAccepted, copy.termsRequired),
  /** Self-billing needs the supplier's agreement (VAT Notice 700/62). */
  acceptedSelfBilling: optionalFlag,
  /** Required on the page; older clients on the wire do not send it. */
  confirmedAdult: optionalFlag,
})

type Conditional = {
  applicantType: string
  organizationName: string | null
  isVatRegistered: boolean
  vatNumber: string | null
}

function namesItsOrganization(form: Pick<Conditional, 'applicantType' | 'organizationName'>): boolean {
  return form.applicantType !== 'organization' || (form.organizationName?.length ?? 0) >= 2
}

/** Sole traders can be registered too, so the rule is for both kinds of applicant. */
export function namesItsVatNumber(form: Pick<Conditional, 'isVatRegistered' | 'vatNumber'>): boolean {
  return !form.isVatRegistered || form.vatNumber !== null
}

/** 20% is paid on top for a UK registration: its check digits are right, where one is said. */
export function hasVatNumber(form: Pick<Conditional, 'isVatRegistered' | 'vatNumber'>): boolean {
  return !form.isVatRegistered || form.vatNumber === null || isVatNumber(form.vatNumber)
}

function hasPostcodeOfItsCountry(
  form: Pick<z.output<typeof applicationFields>, 'businessCountry' | 'businessPostcode'>,
): boolean {
  return !isUnitedKingdom(form.businessCountry) || isUkPostcode(form.businessPostcode)
}

/** Lets a rule over two fields run even when others are invalid; zod would skip it. */
function reads(field: string): (payload: z.core.ParsePayload) => boolean {
  return ({ value, issues }) =>
    typeof value === 'object' && value !== null && !issues.some(({ path }) => path?.[0] === field)
}

/** What the call takes (requirements §5, §7). */
export const refererApplicationInput = applicationFields
  .refine(...samePassword(copy.passwordsDiffer))
  .refine(namesItsOrganization, {
    path: ['organizationName'],
    error: copy.organizationNameRequired,
    when: reads('organizationName'),
  })
  .refine(hasPostcodeOfItsCountry, {
    path: ['businessPostcode'],
    error: copy.postcodeInvalid,
    when: reads('businessPostcode'),
  })
  .refine(namesItsVatNumber, {
    path: ['vatNumber'],
    error: copy.vatNumberRequired,
    when: reads('vatNumber'),
  })
  .refine(hasVatNumber, {
    path: ['vatNumber'],
    error: copy.vatNumber,
    when: reads('vatNumber'),
  })
export type RefererApplicationInput = z.output<typeof refererApplicationInput>

/** What the page takes: the same, and a word on age (requirements §9). */
export const refererApplicationForm = refererApplicationInput.refine((form) => form.confirmedAdult, {
  path: ['confirmedAdult'],
  error: copy.adultRequired,
  when: reads('confirmedAdult'),
})

export const refererApplicationOutput = z.object({
  id: z.string(),
  status: z.literal('pending'),
  message: z.string(),
})

export const refererLoginInput = z.object({
  referralCode: requiredText(40, refererLoginMessages.codeRequired),
  password: password(1, refererLoginMessages.passwordRequired),
})

export const refererLoginOutput = z.object({
  id: z.string(),
  name: z.string(),
  referralCode: z.string(),
  commissionPercentage: z.number(),
  token: z.string(),
  /** True while the password is one an admin set: the portal requires a new one first. */
  mustChangePassword: z.boolean(),
})
export type RefererLoginOutput = z.output<typeof refererLoginOutput>

/** Whose records: the path names them, and the server compares with the session (requirements §6). */
export const ofRefererInput = z.object({ refererId: opaqueId })

/** One row per order, the sum of its ledger entries; `purchaseId` is the order's id. */
export const referralOutput = z.object({
  id: z.string(),
  purchaseId: z.string(),
  commissionAmount: poundsString,
  createdAt: timeOutput,
})

export const referralsOutput = z.array(referralOutput)

export const payoutOutput = z.object({
  id: z.string(),
  quarterYear: z.string(),
  payoutAmount: poundsString,
  vatAmount: poundsString,
  totalPayoutAmount: poundsString,
  commissionCount: z.int(),
  status: z.enum(['pending', 'paid']),
  paidAt: timeOutput.nullable(),
  createdAt: timeOutput,
})

export const payoutsOutput = z.array(payoutOutput)

export const refererInvoiceInput = z.object({ payoutId: opaqueId })

export const refererChangePasswordInput = z.object({
  currentPassword: password(1, refererLoginMessages.passwordRequired),
  newPassword: password(passwordMinLength, refererResetMessages.tooShort, refererResetMessages.tooLong),
})

/** The referer's new-password form. */
export const refererResetForm = z
  .object({
    password: password(passwordMinLength, refererResetMessages.tooShort, refererResetMessages.tooLong),
    confirmPassword: z.string(),
  })
  .refine(...samePassword(refererResetMessages.mismatch))
