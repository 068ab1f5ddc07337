/** What is wrong with a field, in Stripe's codes and words. */
export type FieldError = { code: string; message: string }

type CardBrand = 'visa' | 'mastercard' | 'amex' | 'unknown'

const NUMBER_INVALID: FieldError = { code: 'invalid_number', message: 'Your card number is invalid.' }
const NUMBER_SHORT: FieldError = { code: 'incomplete_number', message: 'Your card number is incomplete.' }
const EXPIRY_SHORT: FieldError = {
  code: 'incomplete_expiry',
  message: "Your card's expiration date is incomplete.",
}
const EXPIRY_PAST: FieldError = {
  code: 'invalid_expiry_month_past',
  message: "Your card's expiration date is in the past.",
}
const YEAR_PAST: FieldError = {
  code: 'invalid_expiry_year_past',
  message: "Your card's expiration year is in the past.",
}
const CODE_SHORT: FieldError = {
  code: 'incomplete_cvc',
  message: "Your card's security code is incomplete.",
}

export function digitsIn(text: string): string {
  return text.replace(/\D/g, '')
}

export function brandOf(number: string): CardBrand {
  const digits = digitsIn(number)
  if (digits.startsWith('4')) return 'visa'
  if (/^3[47]/.test(digits)) return 'amex'
  return /^(5[1-5]|2[2-7])/.test(digits) ? 'mastercard' : 'unknown'
}

function numberLength(brand: CardBrand): number {
  return brand === 'amex' ? 15 : 16
}

function codeLength(brand: CardBrand): number {
  return brand === 'amex' ? 4 : 3
}

/** Groups digits as they stand on the card: four by four, or 4-6-5 on an American Express. */
export function formatNumber(text: string): string {
  const brand = brandOf(text)
  const digits = digitsIn(text).slice(0, numberLength(brand))
  const groups =
    brand === 'amex' ? /^(\d{1,4})(\d{1,6})?(\d{1,5})?$/ : /^(\d{1,4})(\d{1,4})?(\d{1,4})?(\d{1,4})?$/
  return (groups.exec(digits)?.slice(1) ?? []).filter((group) => group !== undefined).join(' ')
}

/** Writes an expiry as `MM / YY`; a first digit above 1 can only be a month. A year in four digits is shortened. */
export function formatExpiry(text: string): string {
  const typed = digitsIn(text)
  const digits = /^[2-9]/.test(typed) ? `0${typed}` : typed
  const short = digits.length >= 6 ? `${digits.slice(0, 2)}${digits.slice(4, 6)}` : digits.slice(0, 4)
  if (short.length < 2 || (short.length === 2 && !text.includes('/'))) return short
  return `${short.slice(0, 2)} / ${short.slice(2)}`
}

export function formatCode(text: string, brand: CardBrand): string {
  return digitsIn(text).slice(0, codeLength(brand))
}

function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

export function findNumberError(text: string): FieldError | null {
  const digits = digitsIn(text)
  if (digits.length < numberLength(brandOf(text))) return NUMBER_SHORT
  return passesLuhn(digits) ? null : NUMBER_INVALID
}

export function expiryParts(text: string): { month: number; year: number } | null {
  const parts = /^(\d{2}) \/ (\d{2})$/.exec(text)
  if (parts === null) return null
  return { month: Number(parts[1]), year: 2000 + Number(parts[2]) }
}

/** `today` is in unix seconds; null leaves the question of the past to the server. */
export function findExpiryError(text: string, today: number | null): FieldError | null {
  const parts = expiryParts(text)
  if (parts === null || parts.month < 1 || parts.month > 12) return EXPIRY_SHORT
  if (today === null) return null
  // A card is good to the end of its month.
  if (Date.UTC(parts.year, parts.month) / 1000 > today) return null
  return parts.year < new Date(today * 1000).getUTCFullYear() ? YEAR_PAST : EXPIRY_PAST
}

export function findCodeError(text: string, brand: CardBrand): FieldError | null {
  return digitsIn(text).length === codeLength(brand) ? null : CODE_SHORT
}
