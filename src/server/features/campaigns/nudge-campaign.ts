import type { Deps } from '#server/deps.ts'

/** Asks a worker to send now. A queue that is away is asked once: the sweep finds the mailings within seconds. */
export async function nudgeCampaign(
  deps: Pick<Deps, 'queue' | 'log'>,
  campaignIds: readonly string[],
): Promise<void> {
  const payloads = campaignIds.map((campaignId) => ({ campaignId }))
  await deps.queue.enqueueMany('campaigns.send', payloads).catch((error: unknown) => {
    deps.log.warn({ err: error, campaignIds }, 'A mailing waits for the sweep')
  })
}
