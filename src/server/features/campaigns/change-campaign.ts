import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { recordAudit } from '#server/features/audit/audit-entries.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'

export type ChangeInput = { id: string; adminId: string }

type Change = ChangeInput & {
  action: 'campaign.paused' | 'campaign.resumed' | 'campaign.cancelled'
  /** Where the change may begin; a mailing that is somewhere else was changed by somebody else meanwhile. */
  from: ('sending' | 'paused')[]
  data: Prisma.CampaignUpdateManyMutationInput
}

/**
 * Step: moves a mailing on and notes who did it.
 *
 * @throws ShopError CAMPAIGN_NOT_FOUND, CONFLICT where it is not in a state to be moved from
 */
export async function changeCampaign(
  tx: Prisma.TransactionClient,
  deps: Pick<Deps, 'clock'>,
  { id, adminId, action, from, data }: Change,
): Promise<void> {
  const { count } = await tx.campaign.updateMany({ where: { id, status: { in: from } }, data })
  if (count !== 1) {
    const exists = await tx.campaign.count({ where: { id, status: { not: 'draft' } } })
    throw new ShopError(exists === 0 ? 'CAMPAIGN_NOT_FOUND' : 'CONFLICT')
  }
  await recordAudit(tx, deps, {
    actor: { kind: 'admin', id: adminId },
    action,
    subject: { kind: 'campaign', id },
  })
}
