/** VAT rates as fractions, the oldest first: each holds from a London midnight on, the first (null) from ever. */
export type VatRates = readonly [{ from: null; rate: number }, ...{ from: Date; rate: number }[]]

/** The rate of a tax point, as a fraction. */
export function vatRateAt([first, ...later]: VatRates, at: Date): number {
  return later.findLast(({ from }) => from <= at)?.rate ?? first.rate
}
