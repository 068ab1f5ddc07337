declare const unit: unique symbol

/** Whole pence: the only form in which money is kept and moved. Pounds exist on the wire and on the screen. */
export type Pence = number & { readonly [unit]: 'pence' }

function isWhole(value: number): value is Pence {
  return Number.isSafeInteger(value)
}

/** A number as pence. Throws RangeError for anything but a safe whole number; −0 becomes 0. */
export function pence(value: number): Pence {
  const amount = value + 0
  if (!isWhole(amount)) throw new RangeError(`Not a whole number of pence: ${value}`)
  return amount
}

/** Money on the wire: pounds as a decimal string with two places. */
export const POUNDS = /^-?(?:0|[1-9]\d{0,11})\.\d\d$/

export const zeroPence = pence(0)

/** The sum of two amounts in pence. */
export function addPence(a: Pence, b: Pence): Pence {
  return pence(a + b)
}

/** The first amount less the second, in pence. */
export function subtractPence(a: Pence, b: Pence): Pence {
  return pence(a - b)
}

/** The amount with its sign reversed, in pence. */
export function negatePence(amount: Pence): Pence {
  return pence(-amount)
}

/** The sum of any number of amounts in pence; nothing sums to 0. */
export function sumPence(amounts: Iterable<Pence>): Pence {
  let sum = zeroPence
  for (const amount of amounts) sum = addPence(sum, amount)
  return sum
}

/** The smaller of two amounts in pence. */
export function smallerPence(a: Pence, b: Pence): Pence {
  return a < b ? a : b
}

/** The larger of two amounts in pence. */
export function largerPence(a: Pence, b: Pence): Pence {
  return a > b ? a : b
}

/** How an exact fraction becomes an amount, by the pence it is rounded to a multiple of. */
const roundingSteps = { halfUpToPenny: 1, halfUpToPound: 100 } as const

export type Rounding = keyof typeof roundingSteps

/**
 * amount × numerator ÷ denominator in pence, exact up to one rounding. A half goes up in size, on either side
 * of zero: what was charged and what is given back for it are the same pennies.
 * Throws RangeError for fractions in `numerator` and `denominator`, and for a denominator below 1.
 */
export function scalePence(input: {
  amount: Pence
  numerator: number
  denominator: number
  rounding: Rounding
}): Pence {
  if (input.denominator < 1) throw new RangeError(`Not a denominator: ${input.denominator}`)
  const step = BigInt(roundingSteps[input.rounding])
  const dividend = BigInt(input.amount) * BigInt(input.numerator)
  const divisor = BigInt(input.denominator) * step
  return pence(Number(divideHalfUp(dividend, divisor) * step))
}

function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  const size = dividend < 0n ? -dividend : dividend
  const quotient = (2n * size + divisor) / (2n * divisor)
  return dividend < 0n ? -quotient : quotient
}

/** `percent` of an amount in pence, 12.5 meaning 12.5 %. Throws RangeError beyond two decimals. */
export function percentOf(amount: Pence, percent: number, rounding: Rounding): Pence {
  return scalePence({ amount, numerator: wholeUnits(percent, 2), denominator: 10_000, rounding })
}

/**
 * A decimal number as a whole count of its last place: (12.5, 2) is 1250. The number must be the one that its
 * decimal notation names, so that nothing is rounded unseen; else RangeError.
 */
export function wholeUnits(value: number, decimals: number): number {
  const scale = 10 ** decimals
  const units = Math.round(value * scale) + 0
  if (!Number.isSafeInteger(units) || units / scale !== value + 0) {
    throw new RangeError(`More than ${decimals} decimals: ${value}`)
  }
  return units
}

/** Pence as the wire has them, a decimal string of pounds: "60.00", "-12.00" (requirements §3). */
export function toPounds(amount: Pence): string {
  const size = Math.abs(amount)
  const pounds = Math.floor(size / 100)
  const rest = String(size % 100).padStart(2, '0')
  return `${amount < 0 ? '-' : ''}${pounds}.${rest}`
}

/** The pence of a wire string. Throws RangeError for any text that `toPounds` would not write. */
export function parsePounds(text: string): Pence {
  if (!/^-?(0|[1-9]\d*)\.\d\d$/.test(text) || text === '-0.00') {
    throw new RangeError(`Not an amount of pounds: ${text}`)
  }
  return pence(Number(text.replace('.', '')))
}

/**
 * Pence for people: "£40" where whole, "£7.50" where not, "£340.00" in lists of amounts (`sums`);
 * thousands in commas, and a true minus sign before the pound.
 */
export function formatPounds(amount: Pence, { sums = false }: { sums?: boolean } = {}): string {
  const [pounds = '', rest] = toPounds(pence(Math.abs(amount))).split('.')
  const grouped = pounds.replace(/\B(?=(\d{3})+$)/g, ',')
  const isShort = rest === '00' && !sums
  return `${amount < 0 ? '−' : ''}£${grouped}${isShort ? '' : `.${rest}`}`
}
