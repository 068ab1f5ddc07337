import type { Log } from './infra/log.ts'
import { describeFault } from './start-faults.ts'

/** How long requests and jobs may take to end before the process goes anyway. */
const PATIENCE_MS = 8_000

type Step = () => Promise<unknown>

export type Lifecycle = {
  /**
   * Says how what has just been started is ended. Call it right after each start: when a signal came meanwhile,
   * it throws StopRequested, so that nothing more is started on top of what has to end.
   */
  onStop(step: Step): void
  /** Everything is started: from now on a signal ends it at once. */
  opened(): void
  /** Ends what was started, last first, and then the process: quietly after a signal, else saying why. */
  abandon(error: unknown): Promise<never>
}

/** Thrown out of a start that a signal has overtaken. */
class StopRequested extends Error {}

/**
 * The life of a process: Ctrl-C or SIGTERM end everything in order, also while it is still starting; a second
 * signal, or eight seconds, end it at once.
 */
export function watchSignals(log: Log): Lifecycle {
  const steps: Step[] = []
  let isOpen = false
  let isStopping = false

  async function endAll(): Promise<void> {
    for (const step of steps.splice(0).toReversed()) {
      await step().catch((error: unknown) => log.error({ err: error }, 'a part did not end cleanly'))
    }
  }

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (isStopping) process.exit(1)
      isStopping = true
      log.info({ signal }, 'stopping')
      setTimeout(() => process.exit(1), PATIENCE_MS).unref()
      if (isOpen) void endAll().then(() => process.exit(0))
    })
  }

  return {
    onStop(step) {
      steps.push(step)
      if (isStopping) throw new StopRequested()
    },
    opened() {
      if (isStopping) throw new StopRequested()
      isOpen = true
    },
    async abandon(error) {
      const wasAsked = isStopping
      await endAll()
      return wasAsked ? process.exit(0) : exitOnFault(error)
    },
  }
}

/** The end of a process that could not start: one clear answer, or the stack of what nobody foresaw. */
export function exitOnFault(error: unknown): never {
  const answer = describeFault(error)
  process.stderr.write(`${answer ?? (error instanceof Error ? error.stack : String(error))}\n`)
  process.exit(1)
}
