/** HMRC's weights of the first seven digits; the last two make the sum a multiple of 97. */
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2] as const

/** What HMRC adds to the sum since November 2009: "modulus 9755". Older numbers go without. */
const OFFSETS = [0, 55] as const

/** A VAT number as it is compared: its digits, without country, spaces, dots and hyphens. */
export function vatNumberKey(text: string): string {
  return text
    .toUpperCase()
    .replace(/[\s.-]/g, '')
    .replace(/^(GB|XI)/, '')
}

/**
 * Whether a text is a UK VAT number by its check digits, in either of HMRC's schemes: nine digits, or twelve of which
 * the last three name a branch. Numbers of government departments (GD) and health authorities (HA) have no check
 * digits and no referers, so they are none here. Only HMRC's own check shows who holds it.
 */
export function isVatNumber(text: string): boolean {
  const key = vatNumberKey(text)
  if (!/^[1-9]\d{8}(\d{3})?$/.test(key)) return false
  const sum = WEIGHTS.reduce((total, weight, index) => total + weight * Number(key[index]), 0)
  const check = Number(key.slice(7, 9))
  return check <= 97 && OFFSETS.some((offset) => (sum + offset + check) % 97 === 0)
}
