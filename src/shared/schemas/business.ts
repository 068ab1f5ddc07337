import { optionalFlag } from './primitives.ts'
import { optionalPrintable } from './printable-text.ts'

/** What a business wants to read on its invoices, when it registers and later; the country is never empty. */
export const businessFields = {
  businessName: optionalPrintable(200),
  businessNumber: optionalPrintable(30),
  isVatRegistered: optionalFlag,
  vatNumber: optionalPrintable(30),
  businessAddressLine1: optionalPrintable(200),
  businessAddressLine2: optionalPrintable(200),
  businessCity: optionalPrintable(100),
  businessPostcode: optionalPrintable(20),
  businessCountry: optionalPrintable(100).transform((country) => country ?? 'United Kingdom'),
}

/** Requires the name of a business even when another field is invalid. */
export function businessReadable({ value }: { value: unknown }): boolean {
  if (typeof value !== 'object' || value === null) return false
  return 'accountType' in value && 'businessName' in value
}

/** A business that fills in a form has a name. */
export function hasBusinessName(form: { accountType: string; businessName: string | null }): boolean {
  return form.accountType !== 'business' || form.businessName !== null
}
