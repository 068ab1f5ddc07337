import { drawing } from './drawing.ts'
import { isForgotten } from './far-faults.ts'
import type { History, Step } from './history.ts'
import { followsPurchase, minutesOf } from './thin.ts'

/** Of so many quiet times a share keeps the last. */
const QUIET_TIMES = 3

/** The days of a history up to one, that day too. */
export function until(history: History, day: number): History {
  return {
    ...history,
    days: day + 1,
    quietDays: history.quietDays.filter((one) => one <= day),
    ownDays: history.ownDays.filter((one) => one <= day),
    steps: history.steps.filter((step) => step.day <= day),
  }
}

/** A share of a history that its seed draws, of that the days up to one, and of these some steps by their numbers. */
export function partOf(
  history: History,
  { days, steps, share }: { days?: number; steps?: readonly number[]; share?: number },
): History {
  const shared = share === undefined ? history : shareOf(history, share)
  const part = until(shared, (days ?? history.days) - 1)
  return steps ? { ...part, steps: part.steps.filter(({ number }) => steps.includes(number)) } : part
}

/**
 * So much of what a history has, from 0 to 1. What follows a purchase stays or goes with it; payouts are paid every month
 * all the same. Quiet times are rarer, and days on which nothing happens pass with the next.
 */
function shareOf(history: History, share: number): History {
  const { seed } = history
  const kept = new Set([
    ...drawShare(
      history.steps.filter((step) => !isForgotten(step)),
      { share, seed: seed + 0x5a4e },
    ),
    // Drawn apart: what else stays of a seed is as it was.
    ...drawShare(history.steps.filter(isForgotten), { share, seed: seed + 0x5a4f }),
  ])
  const steps = history.steps.filter((step) => kept.has(step))
  const quietDays = history.quietDays.filter((_, n) => (history.quietDays.length - 1 - n) % QUIET_TIMES === 0)
  const isOwn = (day: number) => quietDays.includes(day) || steps.some((step) => step.day === day)
  return { ...history, share, steps, quietDays, ownDays: history.ownDays.filter(isOwn) }
}

function drawShare(steps: readonly Step[], { share, seed }: { share: number; seed: number }): Step[] {
  const { is } = drawing(seed)
  const bought = new Set<number>()
  const minutes = minutesOf(steps).filter((minute) => {
    const follower = minute.find(followsPurchase)
    const isKept = follower
      ? bought.has(follower.sale)
      : minute.some(({ kind }) => kind === 'pay payouts') || is(share)
    for (const step of minute) if (isKept && step.kind === 'buy') bought.add(step.sale)
    return isKept
  })
  return minutes.flat()
}

/** How `npm run simulate` is told to let a part of a history happen. */
export const argumentsOf = ({ seed, days, steps, queue, share }: History): string => {
  const how = `${share === null ? '' : ` --share ${share}`}${queue === 'redis' ? ' --queue redis' : ''}`
  return `--seed ${seed} --days ${days} --steps ${steps.map(({ number }) => number).join(',')}${how}`
}
