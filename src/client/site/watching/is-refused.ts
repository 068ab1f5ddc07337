import { errorStatus } from '#client/lib/error-text.ts'

/** The server has understood, and will not; busy and away are no refusals. */
export function isRefusedForGood(error: unknown): boolean {
  const status = errorStatus(error)
  return status !== null && status < 500 && status !== 429 && status !== 408
}
