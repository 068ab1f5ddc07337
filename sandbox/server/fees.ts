const EEA = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' '),
)

type FeeRate = { basisPoints: number; fixedPence: number }

function feeRateOf(method: string, country: string | null): FeeRate {
  if (method === 'klarna') return { basisPoints: 499, fixedPence: 35 }
  if (method !== 'card' || country === 'GB') return { basisPoints: 150, fixedPence: 20 }
  if (country !== null && EEA.has(country)) return { basisPoints: 250, fixedPence: 20 }
  return { basisPoints: 325, fixedPence: 20 }
}

/** What the sandbox keeps of a charge, in pence: 1.5 % + 20p for a British card, more for others and for Klarna. */
export function processingFee(input: { amount: number; method: string; country: string | null }): number {
  const { basisPoints, fixedPence } = feeRateOf(input.method, input.country)
  return Math.floor((input.amount * basisPoints + 5000) / 10_000) + fixedPence
}

/** What a dispute costs besides the money itself, in pence. It is not given back when the dispute is won. */
export const DISPUTE_FEE_PENCE = 2000
