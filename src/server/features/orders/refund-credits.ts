import { type Pence, pence, smallerPence, sumPence, zeroPence } from '#shared/money/money.ts'

/** A refund or a dispute of one payment: what it took for good, and what its credit notes take back so far. */
export type Movement = { id: string; takenPence: Pence; creditedPence: Pence }

/**
 * What has to stand credited of each movement, by id: together what went back, and never more than was paid
 * (docs/refunds.md). What is credited stays where it is as long as it can, so that no paper is cancelled for
 * nothing; where a movement takes less than before, another that was cut short is credited with the rest, in the
 * order given.
 */
export function creditsFor(paidPence: Pence, movements: readonly Movement[]): Map<string, Pence> {
  const kept = movements.map(({ takenPence, creditedPence }) => smallerPence(creditedPence, takenPence))
  const takenPence = sumPence(movements.map((movement) => movement.takenPence))
  let leftPence = smallerPence(paidPence, takenPence) - sumPence(kept)
  return new Map(
    movements.map(({ id, takenPence: taken }, index) => {
      const credited = kept[index] ?? zeroPence
      const more = Math.max(0, Math.min(leftPence, taken - credited))
      leftPence -= more
      return [id, pence(credited + more)]
    }),
  )
}
