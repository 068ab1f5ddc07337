import type { openSending as realSending } from '#client/features/admin/uploads/tus-transport.ts'

type Job = Parameters<typeof realSending>[0]

/** The connection to the server. The test says when bytes arrive and when it breaks. */
export const line = {
  jobs: [] as Job[],
  moves: [] as string[],
  /** So many times the code for it cannot be loaded. */
  failures: 0,
  reset() {
    this.jobs = []
    this.moves = []
    this.failures = 0
  },
}

/** Stands in for `tus-transport.ts`: `vi.mock(…, () => import('#tests/support/fake-sending.ts'))`. */
export const openSending: typeof realSending = async (job) => {
  line.jobs.push(job)
  if (line.failures > 0) {
    line.failures -= 1
    throw new TypeError('Failed to fetch dynamically imported module')
  }
  return { start: () => void line.moves.push('start'), pause: () => void line.moves.push('pause') }
}
