import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { isErasedEmail } from '#server/features/mail/erased-person.ts'
import { columns } from '#server/infra/columns.ts'
import type { RecipientState } from '#shared/schemas/campaigns.ts'

const SUMMARY = {
  ...columns('id', 'status', 'audience', 'subject', 'pauseReason', 'createdAt', 'finishedAt'),
  createdBy: { select: { email: true } },
} as const

const DRAFT = {
  ...columns('id', 'audience', 'subject', 'htmlContent', 'textContent', 'customEmails', 'basis'),
  ...columns('createdAt', 'savedAt'),
} as const

const MOST_DRAFTS = 50

export type Counts = Record<RecipientState, number>

/** How many recipients of each campaign are in each state. */
async function countStates(deps: Pick<Deps, 'db'>, ids: readonly string[]): Promise<Map<string, Counts>> {
  const groups = await deps.db.campaignRecipient.groupBy({
    by: ['campaignId', 'state'],
    where: { campaignId: { in: [...ids] } },
    _count: { _all: true },
  })
  const counts = new Map(ids.map((id) => [id, noCounts()]))
  for (const { campaignId, state, _count } of groups) {
    const ofCampaign = counts.get(campaignId)
    if (ofCampaign) ofCampaign[state] = _count._all
  }
  return counts
}

function noCounts(): Counts {
  return { queued: 0, sending: 0, sent: 0, failed: 0, unknown: 0, suppressed: 0 }
}

/** The counts of one campaign. */
export async function countOf(deps: Pick<Deps, 'db'>, id: string): Promise<Counts> {
  return (await countStates(deps, [id])).get(id) ?? noCounts()
}

/** Campaigns without drafts, newest first, after `cursor`. */
export async function listCampaigns(
  deps: Pick<Deps, 'db'>,
  { limit, cursor }: { limit: number; cursor: string | null },
) {
  const rows = await deps.db.campaign.findMany({
    where: { status: { not: 'draft' }, ...(cursor === null ? {} : { id: { lt: cursor } }) },
    orderBy: { id: 'desc' },
    take: limit + 1,
    select: SUMMARY,
  })
  const campaigns = rows.slice(0, limit)
  const counts = await countStates(
    deps,
    campaigns.map(({ id }) => id),
  )
  return {
    campaigns: campaigns.map((row) => ({ ...row, counts: counts.get(row.id) ?? noCounts() })),
    nextCursor: rows.length > limit ? (campaigns.at(-1)?.id ?? null) : null,
  }
}

/** @throws ShopError CAMPAIGN_NOT_FOUND */
export async function findCampaign(deps: Pick<Deps, 'db'>, id: string) {
  const row = await deps.db.campaign.findFirst({
    where: { id, status: { not: 'draft' } },
    select: { ...SUMMARY, htmlContent: true, textContent: true, basis: true },
  })
  if (!row) throw new ShopError('CAMPAIGN_NOT_FOUND')
  return { ...row, counts: await countOf(deps, id) }
}

/** Recipients of one campaign by address, after the address `cursor`. */
export async function listRecipients(
  deps: Pick<Deps, 'db'>,
  input: { id: string; state: RecipientState | null; limit: number; cursor: string | null },
) {
  const { id, state, limit, cursor } = input
  const rows = await deps.db.campaignRecipient.findMany({
    where: {
      campaignId: id,
      ...(state === null ? {} : { state }),
      ...(cursor === null ? {} : { addressKey: { gt: cursor } }),
    },
    orderBy: { addressKey: 'asc' },
    take: limit + 1,
    select: {
      ...columns('id', 'address', 'addressKey', 'state', 'attempts', 'lastError', 'sentAt'),
      ...columns('nextAttemptAt'),
    },
  })
  const recipients = rows.slice(0, limit)
  return { recipients, nextCursor: rows.length > limit ? (recipients.at(-1)?.addressKey ?? null) : null }
}

export type DraftRow = Awaited<ReturnType<typeof findDraft>>

/** Newest first. Every admin sees every draft: there is one shop. */
export function listDrafts(deps: Pick<Deps, 'db'>) {
  return deps.db.campaign.findMany({
    where: { status: 'draft' },
    orderBy: [{ savedAt: 'desc' }, { id: 'desc' }],
    take: MOST_DRAFTS,
    select: { id: true, audience: true, subject: true, createdAt: true, savedAt: true },
  })
}

/** @throws ShopError CAMPAIGN_NOT_FOUND */
export async function findDraft(deps: Pick<Deps, 'db'>, id: string) {
  const row = await deps.db.campaign.findFirst({ where: { id, status: 'draft' }, select: DRAFT })
  if (!row) throw new ShopError('CAMPAIGN_NOT_FOUND')
  return row
}

/**
 * The owner of an unsubscribe link, a recipient or a reminded student; null where no mail ever had it or its owner was
 * erased.
 */
export async function findLinkReader(deps: Pick<Deps, 'db'>, tokenHash: string) {
  const link = await deps.db.unsubscribeLink.findUnique({
    where: { tokenHash },
    select: {
      recipient: { select: { address: true, addressKey: true } },
      student: { select: { email: true, emailKey: true } },
    },
  })
  if (link?.student) {
    const { email, emailKey } = link.student
    return isErasedEmail(email) ? null : { address: email, addressKey: emailKey }
  }
  // The address of an erased recipient is a placeholder.
  return link?.recipient?.address.includes('@') ? link.recipient : null
}
