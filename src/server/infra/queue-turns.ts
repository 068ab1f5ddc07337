import { setTimeout as pause } from 'node:timers/promises'

/** Which of a process's jobs go first. */
export type Turns = {
  /** Runs a job that others let go first. */
  first<T>(job: () => Promise<T>): Promise<T>
  /** Waits while such jobs run, and no longer than this. */
  yieldToFirst(mostMs: number): Promise<void>
}

/** The next job of a busy queue is read within this time. */
const BETWEEN_JOBS_MS = 30
const LOOK_MS = 10

/** One thread runs all jobs: what takes it for long, as rendering a PDF does, lets those go first that a buyer waits for. */
export function createTurns(): Turns {
  let running = 0
  let quietSince = 0
  return {
    async first(job) {
      running += 1
      try {
        return await job()
      } finally {
        running -= 1
        quietSince = performance.now()
      }
    },
    async yieldToFirst(mostMs) {
      const endsAt = performance.now() + mostMs
      const isBusy = () => running > 0 || performance.now() - quietSince < BETWEEN_JOBS_MS
      while (isBusy() && performance.now() < endsAt) await pause(LOOK_MS)
    },
  }
}
