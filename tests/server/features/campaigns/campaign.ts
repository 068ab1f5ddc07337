import { startCampaign } from '#server/features/campaigns/start-campaign.ts'
import type { BulkEmailInput } from '#shared/schemas/campaigns.ts'
import type { TestDeps } from '#tests/support/deps.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'

/** As many addresses as asked for, in order. */
export function addresses(count: number): string[] {
  return Array.from(
    { length: count },
    (_, index) => `reader-${String(index + 1).padStart(6, '0')}@example.com`,
  )
}

/** Sends a campaign to a list; no one works on it yet. */
export async function startTestCampaign(
  deps: TestDeps,
  customEmails: string[],
  overrides: Partial<BulkEmailInput> = {},
): Promise<string> {
  const admin = await makeAdmin(deps)
  return startCampaign(deps, {
    recipients: 'custom',
    subject: 'News of November',
    htmlContent: '<p>Fog season is here.</p>',
    textContent: null,
    basis: null,
    draftId: null,
    customEmails,
    adminId: admin.id,
    ...overrides,
  })
}

/** Each recipient's state by address. */
export async function statesOf(deps: TestDeps, campaignId: string): Promise<Record<string, string>> {
  const rows = await deps.db.campaignRecipient.findMany({
    where: { campaignId },
    orderBy: { addressKey: 'asc' },
    select: { address: true, state: true },
  })
  return Object.fromEntries(rows.map(({ address, state }) => [address, state]))
}
