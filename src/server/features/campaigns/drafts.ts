import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { newId } from '#server/infra/ids.ts'
import type { SaveDraftInput } from '#shared/schemas/campaigns.ts'

/** More drafts come from a program, not from a person. */
const MOST_DRAFTS = 200

/**
 * Saves a draft as typed. It is sanitised when it is shown or sent.
 *
 * @throws ShopError CAMPAIGN_NOT_FOUND where the draft was sent or deleted, CONFLICT where another editor saved it
 * since it was read, DRAFTS_FULL
 */
export async function saveDraft(
  deps: Pick<Deps, 'db' | 'clock'>,
  { adminId, ...input }: SaveDraftInput & { adminId: string },
): Promise<{ id: string; savedAt: Date }> {
  const savedAt = deps.clock.now()
  const data = {
    audience: input.recipients,
    subject: input.subject ?? '',
    htmlContent: input.htmlContent ?? '',
    textContent: input.textContent ?? '',
    customEmails: input.customEmails,
    basis: input.basis,
    savedAt,
  }
  if (input.id !== null) {
    const draft = { id: input.id, status: 'draft' as const }
    const known = input.knownSavedAt === null ? {} : { savedAt: new Date(input.knownSavedAt) }
    const { count } = await deps.db.campaign.updateMany({ where: { ...draft, ...known }, data })
    if (count !== 1) {
      const isThere = (await deps.db.campaign.count({ where: draft })) === 1
      throw new ShopError(isThere ? 'CONFLICT' : 'CAMPAIGN_NOT_FOUND')
    }
    return { id: input.id, savedAt }
  }
  if ((await deps.db.campaign.count({ where: { status: 'draft' } })) >= MOST_DRAFTS) {
    throw new ShopError('DRAFTS_FULL')
  }
  const id = newId(savedAt)
  await deps.db.campaign.create({
    data: { id, status: 'draft', createdById: adminId, createdAt: savedAt, ...data },
    select: { id: true },
  })
  return { id, savedAt }
}

/** @throws ShopError CAMPAIGN_NOT_FOUND where the draft does not exist, was sent or was deleted */
export async function deleteDraft(deps: Pick<Deps, 'db'>, id: string): Promise<{ success: true }> {
  const { count } = await deps.db.campaign.deleteMany({ where: { id, status: 'draft' } })
  if (count !== 1) throw new ShopError('CAMPAIGN_NOT_FOUND')
  return { success: true }
}
