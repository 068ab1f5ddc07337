import type { Deps } from '#server/deps.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { addMilliseconds } from '#shared/calendar/durations.ts'

/** A worker that has not said for so long that it lives is taken for dead. */
const LEASE_MS = 6_000

/** What stands at a recipient whose worker died in the middle. */
const WORKER_GONE = 'The worker stopped while it handed this mail over. It may have arrived.'

/**
 * Makes this worker the one that sends a mailing, for as long as it says that it lives; null where it is in
 * another's hands or not to be sent. What a dead worker was handing over becomes `unknown`: nobody can know.
 */
export async function takeCampaign(
  deps: Pick<Deps, 'db' | 'clock'>,
  { campaignId, runnerId }: { campaignId: string; runnerId: string },
) {
  const now = deps.clock.now()
  return deps.db.$transaction(async (tx) => {
    const [campaign] = await tx.campaign.updateManyAndReturn({
      where: {
        id: campaignId,
        status: 'sending',
        OR: [{ runnerUntil: null }, { runnerUntil: { lte: now } }],
      },
      data: { runnerId, runnerUntil: addMilliseconds(now, LEASE_MS) },
      select: {
        id: true,
        audience: true,
        subject: true,
        htmlContent: true,
        textContent: true,
        failuresInRow: true,
      },
    })
    if (!campaign) return null
    await markUnknown(tx, campaignId)
    return campaign
  })
}

/** Step: says of mails whose worker is gone that nobody knows. The caller holds the mailing's row. */
export async function markUnknown(tx: Prisma.TransactionClient, campaignId: string): Promise<number> {
  const { count } = await tx.campaignRecipient.updateMany({
    where: { campaignId, state: 'sending' },
    data: { state: 'unknown', lastError: WORKER_GONE },
  })
  return count
}

/** Says that the worker lives. False where the mailing is in another's hands by now. */
export async function renewLease(
  deps: Pick<Deps, 'db' | 'clock'>,
  { campaignId, runnerId }: { campaignId: string; runnerId: string },
): Promise<boolean> {
  const { count } = await deps.db.campaign.updateMany({
    where: { id: campaignId, runnerId },
    data: { runnerUntil: addMilliseconds(deps.clock.now(), LEASE_MS) },
  })
  return count === 1
}

/**
 * Gives a mailing out of hand: done where nobody waits any more, else for the next worker, when it is time. All that this
 * worker began has ended by then: what it could not write down, nobody knows.
 */
export async function leaveCampaign(
  deps: Pick<Deps, 'db' | 'clock'>,
  { campaignId, runnerId }: { campaignId: string; runnerId: string },
): Promise<void> {
  await deps.db.$transaction(async (tx) => {
    const { count } = await tx.campaign.updateMany({
      where: { id: campaignId, runnerId },
      data: { runnerId: null, runnerUntil: null },
    })
    if (count === 0) return
    await markUnknown(tx, campaignId)
    await tx.campaign.updateMany({
      where: { id: campaignId, status: 'sending', recipients: { none: { state: 'queued' } } },
      data: { status: 'done', finishedAt: deps.clock.now() },
    })
  })
}
