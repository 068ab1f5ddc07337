import type { Log } from './infra/log.ts'
import { describeFault } from './start-faults.ts'

/** How long requests and jobs may take to end before the process goes anyway. */
const PATIENCE_MS = 8_000

export type StopSteps = (() => Promise<unknown>)[]

/** Runs the steps from last to first; one that fails does not keep the others from ending their part. */
export async function stopAll(log: Log, steps: StopSteps): Promise<void> {
  for (const step of steps.splice(0).toReversed()) {
    await step().catch((error: unknown) => log.error({ err: error }, 'a part did not end cleanly'))
  }
}

/** Ends everything in order on Ctrl-C or SIGTERM; a second signal, or eight seconds, end it at once. */
export function stopOnSignal(log: Log, steps: StopSteps): void {
  let isStopping = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (isStopping) process.exit(1)
      isStopping = true
      log.info({ signal }, 'stopping')
      setTimeout(() => process.exit(1), PATIENCE_MS).unref()
      stopAll(log, steps).then(
        () => process.exit(0),
        () => process.exit(1),
      )
    })
  }
}

/** The end of a process that could not start: one clear answer, or the stack of what nobody foresaw. */
export function exitOnFault(error: unknown): never {
  const answer = describeFault(error)
  process.stderr.write(`${answer ?? (error instanceof Error ? error.stack : String(error))}\n`)
  process.exit(1)
}
