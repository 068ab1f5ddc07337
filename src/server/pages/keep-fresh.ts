import type { Log } from '#server/infra/log.ts'
import type { Signal } from '#server/infra/signal.ts'
import type { Pages } from './render-pages.ts'

const MINUTE_MS = 60_000

/** Repeats some work until it is stopped. */
export type Repeat = (work: () => Promise<void>) => { stop(): Promise<void> }

/** Once a minute, one at a time; the timer alone keeps no process alive. */
export const everyMinute: Repeat = (work) => {
  let running = Promise.resolve()
  let isBusy = false
  const timer = setInterval(() => {
    if (isBusy) return
    isBusy = true
    running = work().finally(() => {
      isBusy = false
    })
  }, MINUTE_MS)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}

/**
 * Renders the pages again after the catalog has changed and `changed` was raised; where the change went unheard, within a
 * turn of `repeat`. While the database is unavailable the pages stay as they are, and the log says so.
 */
export function keepFresh(
  pages: Pick<Pages, 'refresh'>,
  { repeat, changed, log }: { repeat: Repeat; changed: Signal; log: Log },
): { stop(): Promise<void> } {
  async function look(): Promise<void> {
    try {
      if (await pages.refresh()) log.info('the pages show the catalogue as it is now')
    } catch (error) {
      log.warn({ err: error }, 'the pages could not be compared with the catalogue')
    }
  }

  // One look at a time: an older one that ends later would put the older pages back. One that has not begun sees all.
  let last = Promise.resolve()
  let waiting: Promise<void> | null = null
  function lookNext(): Promise<void> {
    waiting ??= last.then(() => {
      waiting = null
      return look()
    })
    last = waiting
    return waiting
  }

  const turns = repeat(lookNext)
  const stopListening = changed.listen(lookNext)
  return {
    async stop() {
      stopListening()
      await turns.stop()
      await last
    },
  }
}
