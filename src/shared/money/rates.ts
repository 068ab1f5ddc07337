import { wholeUnits } from './money.ts'

/** The database keeps percentages and rates as whole basis points: 10 % is 1000, a VAT rate of 0.2 is 2000. */

/** Percent, with at most two decimals, in basis points; else RangeError. */
export function percentToBasisPoints(percent: number): number {
  return wholeUnits(percent, 2)
}

/** Basis points in percent: 1250 is 12.5. */
export function basisPointsToPercent(basisPoints: number): number {
  return basisPoints / 100
}

/** A rate as a fraction, with at most four decimals, in basis points; else RangeError. */
export function rateToBasisPoints(rate: number): number {
  return wholeUnits(rate, 4)
}

/** Basis points as a fraction: 2000 is 0.2. */
export function basisPointsToRate(basisPoints: number): number {
  return basisPoints / 10_000
}

/** A rate as a percentage for people: 0.2 is 20, 0.175 is 17.5. Throws RangeError beyond four decimals. */
export function rateToPercent(rate: number): number {
  return basisPointsToPercent(rateToBasisPoints(rate))
}

/** Returns the percentage; throws RangeError unless it is between 0 and 100. */
export function checkedPercent(percent: number): number {
  if (!(percent >= 0 && percent <= 100)) throw new RangeError(`Not a percentage: ${percent}`)
  return percent
}
