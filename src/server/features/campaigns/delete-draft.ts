import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'

/** @throws ShopError CAMPAIGN_NOT_FOUND where there is no such draft, be it sent or thrown away already */
export async function deleteDraft(deps: Pick<Deps, 'db'>, id: string): Promise<{ success: true }> {
  const { count } = await deps.db.campaign.deleteMany({ where: { id, status: 'draft' } })
  if (count !== 1) throw new ShopError('CAMPAIGN_NOT_FOUND')
  return { success: true }
}
