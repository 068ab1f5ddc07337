import { type WatchDeps, watchParts } from './watch-parts.ts'

/** Does some work again and again until it is told to stop. */
type Repeat = (work: () => Promise<void>) => { stop(): Promise<void> }

/**
 * Watches from outside the queue: a queue that has stopped runs no job that could tell of it. While the database is
 * away no mail can be written, and the log alone says so.
 */
export function keepWatch(deps: WatchDeps, repeat: Repeat): { stop(): Promise<void> } {
  return repeat(async () => {
    try {
      await watchParts(deps)
    } catch (error) {
      deps.log.error({ err: error }, 'the parts of the shop could not be watched')
    }
  })
}
