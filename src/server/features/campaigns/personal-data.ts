import type { Deps } from '#server/deps.ts'
import type { AddressPeriod } from '#server/features/mail/personal-data.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { keyOf } from '#shared/text/text-key.ts'

const MOST = 1_000

/** Which mailings an address was written to in while it was somebody's (UK GDPR art. 15). */
export function exportCampaigns(deps: Pick<Deps, 'db'>, { address, from, until }: AddressPeriod) {
  const createdAt = { gte: from, ...(until === null ? {} : { lte: until }) }
  return deps.db.campaignRecipient.findMany({
    where: { addressKey: keyOf(address), campaign: { createdAt } },
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

/** Step: takes an address out of its mailings of that time; where it still waited, it is not written to any more. */
export async function eraseCampaigns(
  tx: Prisma.TransactionClient,
  { address, from, until }: AddressPeriod,
): Promise<void> {
  // The key stays unique within a mailing, so each row gets one of its own.
  await tx.$executeRaw`
    update "CampaignRecipient" r
       set "address" = 'erased', "addressKey" = 'erased-' || r."id", "lastError" = null,
           "state" = case when r."state" in ('queued', 'sending') then 'suppressed' else r."state" end
      from "Campaign" c
     where c."id" = r."campaignId" and r."addressKey" = ${keyOf(address)}
       and c."createdAt" >= ${from} and (${until}::timestamptz is null or c."createdAt" <= ${until})`
}
