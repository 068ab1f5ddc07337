import type { Config } from './config.ts'
import type { Log } from './infra/log.ts'
import { describeError } from './start-errors.ts'

/** How long requests and jobs may take to end. */
const DRAIN_MS = 5_000
/** How long a part may take to end after that. */
const PART_MS = 3_000
/** The process goes by then, whatever hangs. */
export const END_MS = 20_000

type Step = () => Promise<unknown>

export type Lifecycle = {
  /**
   * Says how what has just been started is ended. Call it right after each start: when a signal came meanwhile,
   * it throws StopRequested, so that nothing more is started on top of what has to end.
   */
  onStop(step: Step): void
  /** The same for work that uses the parts: all of it ends side by side, before any part does. */
  onDrain(step: Step): void
  /** Everything is started: from now on a signal ends it at once. */
  opened(): void
  /** Ends what was started, work first, then the parts from the last to the first, and then the process: quietly after a signal, else saying why. */
  abandon(error: unknown): Promise<never>
}

/** Thrown out of a start that a signal has overtaken. */
class StopRequested extends Error {}

/**
 * The life of a process: Ctrl-C or SIGTERM end everything in order, also while it is still starting; what hangs is left
 * behind after its time. A second signal ends it at once.
 */
export function watchSignals(log: Log): Lifecycle {
  const drains: Step[] = []
  const steps: Step[] = []
  let isOpen = false
  let isStopping = false

  async function end(step: Step, withinMs: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        log.warn('a part did not end in time and is left behind')
        resolve()
      }, withinMs)
    })
    const ended = step().catch((error: unknown) => log.error({ err: error }, 'a part did not end cleanly'))
    await Promise.race([ended, late])
    clearTimeout(timer)
  }

  async function endAll(): Promise<void> {
    await Promise.all(drains.splice(0).map((step) => end(step, DRAIN_MS)))
    for (const step of steps.splice(0).toReversed()) await end(step, PART_MS)
  }

  function keep(list: Step[], step: Step): void {
    list.push(step)
    if (isStopping) throw new StopRequested()
  }

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (isStopping) process.exit(1)
      isStopping = true
      log.info({ signal }, 'stopping')
      setTimeout(() => process.exit(1), END_MS).unref()
      if (isOpen) void endAll().then(() => process.exit(0))
    })
  }

  return {
    onStop: (step) => keep(steps, step),
    onDrain: (step) => keep(drains, step),
    opened() {
      if (isStopping) throw new StopRequested()
      isOpen = true
    },
    async abandon(error) {
      const wasAsked = isStopping
      await endAll()
      return wasAsked ? process.exit(0) : exitOnError(error)
    },
  }
}

/** The end of a process that could not start: one clear message, or the stack of an unexpected error. */
export function exitOnError(error: unknown): never {
  const answer = describeError(error)
  process.stderr.write(`${answer ?? (error instanceof Error ? error.stack : String(error))}\n`)
  process.exit(1)
}

/** Begins to record spans where a collector is configured, before anything connects; the packages are loaded only then. */
export async function traceProcess({ isTraced }: Pick<Config, 'isTraced'>, life: Pick<Lifecycle, 'onStop'>) {
  if (!isTraced) return
  const { startTracing } = await import('./infra/open-telemetry.ts')
  const tracing = startTracing('ground-school-shop')
  life.onStop(() => tracing.stop())
}
