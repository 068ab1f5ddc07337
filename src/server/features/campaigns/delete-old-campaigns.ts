import type { Deps } from '#server/deps.ts'
import { addCalendarMonths } from '#shared/calendar/calendar.ts'
import { mailKeptMonths } from '#shared/limits.ts'

/** Keeps each statement short, whatever the number of recipients. */
const AT_ONCE = 2_000

/**
 * Step: deletes campaigns two years after they ended, with recipients and links, and reminder links of that age. The
 * audit log keeps who sent what to how many; suppressions stay.
 */
export async function deleteOldCampaigns(deps: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const before = addCalendarMonths(deps.clock.now(), -mailKeptMonths)
  while ((await deleteRecipients(deps, before)) === AT_ONCE);
  await deps.db.$executeRaw`
    delete from "Campaign" c
     where c."status" not in ('draft', 'sending') and coalesce(c."finishedAt", c."createdAt") < ${before}
       and not exists (select 1 from "CampaignRecipient" r where r."campaignId" = c."id")`
  await deps.db.unsubscribeLink.deleteMany({
    where: { studentId: { not: null }, createdAt: { lt: before } },
  })
}

/** Returns how many. Links reference their recipient, so they go first. */
function deleteRecipients({ db }: Pick<Deps, 'db'>, before: Date): Promise<number> {
  return db.$transaction(async (tx) => {
    const rows = await tx.$queryRaw<{ id: string }[]>`
      select r."id" from "CampaignRecipient" r join "Campaign" c on c."id" = r."campaignId"
       where c."status" not in ('draft', 'sending') and coalesce(c."finishedAt", c."createdAt") < ${before}
       limit ${AT_ONCE}`
    const ids = rows.map(({ id }) => id)
    await tx.unsubscribeLink.deleteMany({ where: { recipientId: { in: ids } } })
    await tx.campaignRecipient.deleteMany({ where: { id: { in: ids } } })
    return ids.length
  })
}
