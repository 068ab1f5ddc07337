import type { Deps } from '#server/deps.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'

const MOST = 1_000

/** Which mailings an address was written to in (UK GDPR art. 15). */
export function exportCampaigns(deps: Pick<Deps, 'db'>, address: string) {
  return deps.db.campaignRecipient.findMany({
    where: { addressKey: address.trim().toLowerCase() },
    orderBy: { id: 'asc' },
    take: MOST,
    select: {
      address: true,
      state: true,
      sentAt: true,
      campaign: { select: { subject: true, createdAt: true } },
    },
  })
}

/** Step: takes an address out of every mailing; where it still waited, it is not written to any more. */
export async function eraseCampaigns(tx: Prisma.TransactionClient, address: string): Promise<void> {
  const addressKey = address.trim().toLowerCase()
  await tx.campaignRecipient.updateMany({
    where: { addressKey, state: { in: ['queued', 'sending'] } },
    data: { state: 'suppressed', nextAttemptAt: null },
  })
  // The key stays unique within a mailing, so each row gets one of its own.
  await tx.$executeRaw`
    update "CampaignRecipient"
       set "address" = 'erased', "addressKey" = 'erased-' || "id", "lastError" = null
     where "addressKey" = ${addressKey}`
}
