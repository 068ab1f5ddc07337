import { type Pence, pence, sumPence, zeroPence } from './money.ts'

export type Weight = { id: number; weight: Pence }

/**
 * Shares an amount in pence out by weight: each gets the whole pennies of its exact share, and the
 * pennies left over go to the largest remainders, the smaller id first. The shares sum to the amount exactly,
 * and no share is larger than its weight where the amount is not larger than all weights together.
 * Without any weight the shares are equal; a negative amount is shared as its opposite, sign turned.
 * Throws RangeError for negative weights, an id twice, and an amount without recipients.
 */
export function shareByWeight(total: Pence, weights: readonly Weight[]): Map<number, Pence> {
  checkWeights(total, weights)
  const sum = BigInt(sumPence(weights.map(({ weight }) => weight)))
  const size = BigInt(Math.abs(total))
  const shares = weights.map(({ id, weight }) => {
    const exact = size * (sum === 0n ? 1n : BigInt(weight))
    const divisor = sum === 0n ? BigInt(weights.length) : sum
    return { id, whole: exact / divisor, remainder: exact % divisor }
  })

  let left = size - shares.reduce((given, { whole }) => given + whole, 0n)
  for (const share of shares.toSorted(byRemainderThenId)) {
    if (left === 0n) break
    share.whole += 1n
    left -= 1n
  }
  return new Map(shares.map(({ id, whole }) => [id, pence(Number(total < 0 ? -whole : whole))]))
}

function checkWeights(total: Pence, weights: readonly Weight[]): void {
  if (weights.length === 0 && total !== 0) throw new RangeError(`Nobody to share ${total} pence`)
  if (weights.some(({ weight }) => weight < 0)) throw new RangeError('A weight is below 0')
  if (new Set(weights.map(({ id }) => id)).size < weights.length) throw new RangeError('An id is there twice')
}

type Share = { id: number; whole: bigint; remainder: bigint }

function byRemainderThenId(a: Share, b: Share): number {
  if (a.remainder === b.remainder) return a.id - b.id
  return a.remainder > b.remainder ? -1 : 1
}

/** One id's share of a map that `shareByWeight` made, in pence; 0 for an id it does not know. */
export function shareOf(shares: ReadonlyMap<number, Pence>, id: number): Pence {
  return shares.get(id) ?? zeroPence
}
