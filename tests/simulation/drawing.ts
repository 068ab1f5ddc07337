import { random } from '../../scripts/year/random.ts'

export const DAYS_A_MONTH = 30
export const BUYERS_A_MONTH = 8

/** Numbers, choices and chances that a seed decides. */
export function drawing(seed: number) {
  const draw = random(seed)
  const below = (n: number) => Math.floor(draw() * n)
  return {
    below,
    is: (chance: number) => draw() < chance,
    oneOf: <T>(first: T, ...others: T[]): T => [first, ...others][below(others.length + 1)] ?? first,
  }
}
