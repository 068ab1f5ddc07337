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

function keepByMinute<T extends Drawn>(steps: readonly T[], isWanted: (first: T) => boolean): T[] {
  return minutesOf(steps)
    .filter(([first]) => first !== undefined && isWanted(first))
    .flat()
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
