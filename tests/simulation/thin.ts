import { drawing } from './drawing.ts'
import type { Drawn } from './history.ts'

/**
 * A part of what one drawer drew. For each kind of step the seed decides how much stays, often nothing: what is left out
 * cannot hide what the rest brings to light. Steps of one minute stay or go together, by the first of them. What
 * followed a purchase that is left out follows one of those that stay.
 */
export function thin(seed: number, steps: readonly Drawn[]): Drawn[] {
  const { is, below, oneOf } = drawing(seed + 0x7417)
  const chances = new Map<string, number>()
  const chanceOf = (kind: Drawn['kind']) => {
    if (kind === 'pay payouts') return 1
    const known = chances.get(kind)
    // Without purchases nothing else happens.
    const chance = known ?? (kind === 'buy' ? oneOf(0.05, 0.15, 0.3) : oneOf(0, 0.05, 0.15, 0.3))
    chances.set(kind, chance)
    return chance
  }
  const purchases: { day: number; sale: number }[] = []
  return minutesOf(steps).flatMap((minute) => {
    const [first] = minute
    if (!first || !is(chanceOf(first.kind))) return []
    const earlier = purchases.filter(({ day }) => day < first.day).map(({ sale }) => sale)
    const followed = minute.flatMap((step) => {
      if (!followsPurchase(step) || earlier.includes(step.sale)) return [step]
      const sale = earlier[below(earlier.length)]
      return sale === undefined ? [] : [{ ...step, sale }]
    })
    for (const step of followed) if (step.kind === 'buy') purchases.push(step)
    return followed
  })
}

/** Whether a step happens to what was bought before. */
export function followsPurchase<T extends Drawn>(step: T): step is T & { sale: number } {
  return 'sale' in step && step.kind !== 'buy'
}

/** Steps that stand one after the other and have one minute. */
export function minutesOf<T extends Drawn>(steps: readonly T[]): T[][] {
  const minutes: T[][] = []
  for (const step of steps) {
    const last = minutes.at(-1)
    if (last?.[0]?.day === step.day && last[0].minute === step.minute) last.push(step)
    else minutes.push([step])
  }
  return minutes
}
