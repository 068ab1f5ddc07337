import { setTimeout as pause } from 'node:timers/promises'
import type { Deps } from '#server/deps.ts'
import { type Counts, countOf } from './queries-campaigns.ts'

const LOOK_EVERY_MS = 100

/** Waits until every recipient's outcome is known, but not longer than a person would; then tells the counts. */
export async function waitForRows(
  deps: Pick<Deps, 'db'>,
  { campaignId, patienceMs }: { campaignId: string; patienceMs: number },
): Promise<Counts> {
  for (let waitedMs = 0; ; waitedMs += LOOK_EVERY_MS) {
    const counts = await countOf(deps, campaignId)
    if (counts.queued + counts.sending === 0 || waitedMs >= patienceMs) return counts
    await pause(LOOK_EVERY_MS)
  }
}
