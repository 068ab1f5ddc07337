import type { Deps, Tx } from '#server/deps.ts'
import type { AddressPeriod } from '#server/features/mail/personal-data.ts'
import { columns } from '#server/infra/columns.ts'
import { keyOf } from '#shared/text/text-key.ts'

const MOST = 1_000

/** The campaigns sent to an address while it belonged to the student (UK GDPR art. 15). */
export async function exportCampaigns(
  deps: Pick<Deps, 'db'>,
  { address, from, until, isOwn }: AddressPeriod,
) {
  if (!isOwn) return []
  const createdAt = { gte: from, ...(until === null ? {} : { lte: until }) }
  return deps.db.campaignRecipient.findMany({
    where: { addressKey: keyOf(address), campaign: { createdAt } },
    orderBy: { id: 'asc' },
    take: MOST,
    select: {
      ...columns('address', 'state', 'sentAt'),
      campaign: { select: { subject: true, createdAt: true } },
    },
  })
}

/** Step: erases an address from the campaigns of that time; waiting mails to it are not sent. */
export async function eraseCampaigns(tx: Tx, { address, from, until, isOwn }: AddressPeriod): Promise<void> {
  if (!isOwn) return
  // The key is unique within a campaign, so each row gets its own.
  await tx.$executeRaw`
    update "CampaignRecipient" r
       set "address" = 'erased', "addressKey" = 'erased-' || r."id", "lastError" = null,
           "state" = case when r."state" in ('queued', 'sending') then 'suppressed' else r."state" end
      from "Campaign" c
     where c."id" = r."campaignId" and r."addressKey" = ${keyOf(address)}
       and c."createdAt" >= ${from} and (${until}::timestamptz is null or c."createdAt" <= ${until})`
}
