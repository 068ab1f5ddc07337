import { drawing } from './drawing.ts'
import type { Drawn } from './history.ts'

/**
 * A part of what one drawer drew. For each kind of step the seed decides how much stays, often nothing: what is left out
 * cannot hide what the rest brings to light. Steps of one minute stay or go together, by the first of them.
 */
export function thin(seed: number, steps: readonly Drawn[]): Drawn[] {
  const { is, oneOf } = drawing(seed + 0x7417)
  const chances = new Map<string, number>()
  const chanceOf = (kind: Drawn['kind']) => {
    if (kind === 'pay payouts') return 1
    const known = chances.get(kind)
    // Without purchases nothing else happens.
    const chance = known ?? (kind === 'buy' ? oneOf(0.05, 0.15, 0.3) : oneOf(0, 0.05, 0.15, 0.3))
    chances.set(kind, chance)
    return chance
  }
  return keepByMinute(steps, ({ kind }) => is(chanceOf(kind)))
}

/** So much of each kind of step, from 0 to 1; payouts are paid every month all the same. */
export function shareOf<T extends Drawn>(seed: number, steps: readonly T[], share: number): T[] {
  const { is } = drawing(seed + 0x5a4e)
  return keepByMinute(steps, ({ kind }) => is(kind === 'pay payouts' ? 1 : share))
}

function keepByMinute<T extends Drawn>(steps: readonly T[], isWanted: (first: T) => boolean): T[] {
  let first: T | undefined
  let isKept = false
  return steps.filter((step) => {
    if (step.day !== first?.day || step.minute !== first.minute) {
      first = step
      isKept = isWanted(step)
    }
    return isKept
  })
}
