import type { Log } from '#server/infra/log.ts'
import type { Pages } from './render-pages.ts'

const MINUTE_MS = 60_000

/** Does some work again and again until it is told to stop. */
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
 * Renders the pages again after the catalogue has changed, whoever changed it. While the database is away the
 * pages stay as they are, and the log says so.
 */
export function keepFresh(
  pages: Pick<Pages, 'refresh'>,
  { repeat, log }: { repeat: Repeat; log: Log },
): { stop(): Promise<void> } {
  return repeat(async () => {
    try {
      if (await pages.refresh()) log.info('the pages show the catalogue as it is now')
    } catch (error) {
      log.warn({ err: error }, 'the pages could not be compared with the catalogue')
    }
  })
}
