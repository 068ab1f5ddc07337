import { optionalFlag, optionalText } from './primitives.ts'

/** What a business wants to read on its invoices, when it registers and later; the country is never empty. */
export const businessFields = {
  businessName: optionalText(200),
  businessNumber: optionalText(30),
  isVatRegistered: optionalFlag,
  vatNumber: optionalText(30),
  businessAddressLine1: optionalText(200),
  businessAddressLine2: optionalText(200),
  businessCity: optionalText(100),
  businessPostcode: optionalText(20),
  businessCountry: optionalText(100).transform((country) => country ?? 'United Kingdom'),
}

/** Lets a form ask for the name of a business although another field is wrong too. */
export function businessReadable({ value }: { value: unknown }): boolean {
  if (typeof value !== 'object' || value === null) return false
  return 'accountType' in value && 'businessName' in value
}

/** A business that fills in a form has a name. */
export function hasBusinessName(form: { accountType: string; businessName: string | null }): boolean {
  return form.accountType !== 'business' || form.businessName !== null
}
