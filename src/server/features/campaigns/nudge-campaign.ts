import type { Deps } from '#server/deps.ts'

/** Asks a worker to send now. A queue that is away costs nothing: the sweep finds the mailing within seconds. */
export async function nudgeCampaign(deps: Pick<Deps, 'queue' | 'log'>, campaignId: string): Promise<void> {
  await deps.queue.enqueue('campaigns.send', { campaignId }).catch((error: unknown) => {
    deps.log.warn({ err: error, campaignId }, 'A mailing waits for the sweep')
  })
}
