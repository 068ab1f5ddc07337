import type { Deps } from '#server/deps.ts'
import { isPartAway } from '#server/errors.ts'

type Round<T> = {
  things: readonly T[]
  work: (thing: T) => Promise<unknown>
  /** What the log says of one that failed. */
  failure: string
}

/** One may fail for a reason of its own; three in a row say that Stripe or the database is away for all. */
const MOST_AWAY = 3

/**
 * Step: works on one after the other. One that cannot be settled must not keep the others waiting, but where a part
 * is away the rest is left to the next round: each would wait for an answer in vain.
 */
export async function tryEach<T extends { id: string }>(
  { log }: Pick<Deps, 'log'>,
  { things, work, failure }: Round<T>,
): Promise<void> {
  let awayInARow = 0
  for (const thing of things) {
    try {
      await work(thing)
      awayInARow = 0
    } catch (error) {
      log.error({ err: error, id: thing.id }, failure)
      awayInARow = isPartAway(error) ? awayInARow + 1 : 0
    }
    if (awayInARow === MOST_AWAY) return
  }
}
