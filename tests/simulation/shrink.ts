import type { History, Step } from './history.ts'
import { until } from './part.ts'
import type { Failure } from './simulate.ts'

export type Shrunk = {
  history: History
  failure: Failure
  /** How many shorter histories happened, and in how many of them the same law broke. */
  runs: number
  broke: number
  /** Whether each step that is left is needed: without it, the law held. */
  isShortest: boolean
}
type Options = { run: (history: History) => Promise<Failure | null>; most: number }

/**
 * Leaves out what a failure does not need: all after its day, then halves, quarters and single steps until none can go, as
 * long as the same law breaks and runs are left. A law that holds in one run may break in the next: `broke` counts.
 */
export async function shrink(history: History, failure: Failure, { run, most }: Options): Promise<Shrunk> {
  const law = failure.broken[0]?.law
  let best = { history: until(history, failure.day), failure }
  let runs = 0
  let broke = 0
  const tried = new Set<string>()
  async function isBrokenBy(steps: Step[]): Promise<boolean> {
    const key = steps.map(({ number }) => number).join()
    if (tried.has(key)) return false
    tried.add(key)
    runs++
    const shorter = { ...best.history, steps }
    const again = await run(shorter)
    if (!again?.broken.some((one) => one.law === law)) return false
    broke++
    best = { history: until(shorter, again.day), failure: again }
    return true
  }
  let isShortest = false
  for (
    let size = Math.ceil(best.history.steps.length / 2);
    !isShortest && runs < most;
    size = Math.ceil(size / 2)
  ) {
    const before = broke
    let from = 0
    while (from < best.history.steps.length && runs < most) {
      const { steps } = best.history
      const rest = withoutOrphans([...steps.slice(0, from), ...steps.slice(from + size)])
      if (!(await isBrokenBy(rest))) from += size
    }
    isShortest = size <= 1 && broke === before && from >= best.history.steps.length
  }
  return { ...best, runs, broke, isShortest }
}

/** A step of a sale that is not made any more does nothing. */
function withoutOrphans(steps: Step[]): Step[] {
  const sales = new Set(steps.flatMap((step) => (step.kind === 'buy' ? step.sale : [])))
  return steps.filter((step) => !('sale' in step) || sales.has(step.sale))
}
