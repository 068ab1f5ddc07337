import { vi } from 'vitest'

/** What is waited for comes; on a busy machine later than in the second that vitest waits by itself, or in a few. */
const LEAST_MS = 30_000

const { waitFor, waitUntil } = vi

type Options = number | { timeout?: number; interval?: number }

function patient(options: Options = {}): Options {
  if (typeof options === 'number') return Math.max(options, LEAST_MS)
  return { ...options, timeout: Math.max(options.timeout ?? 0, LEAST_MS) }
}

// Files share the module: it is patient once and for all.
if (!waitFor.name.startsWith('patient')) {
  vi.waitFor = function patientWaitFor(callback, options) {
    return waitFor(callback, patient(options))
  }
  vi.waitUntil = function patientWaitUntil(callback, options) {
    return waitUntil(callback, patient(options))
  }
}
