import fc from 'fast-check'
import { pence } from '#shared/money/money.ts'

/** Ten million pounds: far above anything the shop will take, and what the arithmetic answers for. */
const most = 1_000_000_000

export const anyPence = fc.integer({ min: -most, max: most }).map(pence)
export const somePence = fc.integer({ min: 0, max: most }).map(pence)
/** Sums as a cart has them, where rounding shows. */
export const smallPence = fc.integer({ min: 0, max: 60_000 }).map(pence)
/** 0 to 100 % with two decimals. */
export const percent = fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100)
/** VAT rates from 0 to 100 % with four decimals of the fraction. */
export const vatRate = fc.oneof(
  fc.constantFrom(0, 0.05, 0.175, 0.2, 0.0001),
  fc.integer({ min: 0, max: 10_000 }).map((tenThousandths) => tenThousandths / 10_000),
)
/** Instants from 2020 to 2039, whole seconds. */
export const instant = fc
  .integer({ min: Date.UTC(2020, 0, 1) / 1_000, max: Date.UTC(2040, 0, 1) / 1_000 - 1 })
  .map((seconds) => new Date(seconds * 1_000))
