import type { z } from 'zod'
import type {
  bulkEmailOutput,
  campaignOutput,
  campaignProgressOutput,
  campaignsOutput,
  draftOutput,
  draftsOutput,
} from '#shared/schemas/campaigns.ts'
import type { Counts, DraftRow, findCampaign, listCampaigns, listDrafts, listRecipients } from './queries.ts'

type CampaignRow = Awaited<ReturnType<typeof findCampaign>>
type Page = Awaited<ReturnType<typeof listCampaigns>>
type RecipientsPage = Awaited<ReturnType<typeof listRecipients>>
type Summary = z.input<typeof campaignsOutput>['campaigns'][number]

function withTotal(counts: Counts) {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return { ...counts, total }
}

function presentSummary(row: Page['campaigns'][number]): Summary {
  // The queries here return no drafts.
  const status = row.status === 'draft' ? 'sending' : row.status
  return {
    id: row.id,
    status,
    recipients: row.audience,
    subject: row.subject,
    adminEmail: row.createdBy.email,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    pauseReason: row.pauseReason,
    counts: withTotal(row.counts),
  }
}

/** The three numbers of older clients: `queued` holds all that is neither sent nor failed. */
export function presentSent(campaignId: string, counts: Counts): z.input<typeof bulkEmailOutput> {
  const { sent, failed, queued, sending, unknown } = counts
  return { sent, failed, queued: queued + sending + unknown, campaignId }
}

export function presentHistory({ campaigns, nextCursor }: Page): z.input<typeof campaignsOutput> {
  return { campaigns: campaigns.map(presentSummary), nextCursor }
}

export function presentCampaign(row: CampaignRow): z.input<typeof campaignOutput> {
  const { htmlContent, textContent, basis } = row
  return { ...presentSummary(row), htmlContent, textContent, basis }
}

export function presentProgress(row: CampaignRow): z.input<typeof campaignProgressOutput> {
  const { id, status, pauseReason, finishedAt, counts } = presentSummary(row)
  return { id, status, pauseReason, finishedAt, counts }
}

export function presentRecipients({ recipients, nextCursor }: RecipientsPage) {
  return {
    recipients: recipients.map((row) => ({
      id: row.id,
      address: row.address,
      state: row.state,
      attempts: row.attempts,
      error: row.lastError,
      sentAt: row.sentAt?.toISOString() ?? null,
      nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
    })),
    nextCursor,
  }
}

export function presentDraft(row: DraftRow): z.input<typeof draftOutput> {
  return {
    ...presentDraftSummary(row),
    htmlContent: row.htmlContent,
    textContent: row.textContent,
    customEmails: row.customEmails,
    basis: row.basis,
  }
}

export function presentDrafts(rows: Awaited<ReturnType<typeof listDrafts>>): z.input<typeof draftsOutput> {
  return rows.map(presentDraftSummary)
}

function presentDraftSummary(row: Awaited<ReturnType<typeof listDrafts>>[number]) {
  return {
    id: row.id,
    recipients: row.audience,
    subject: row.subject,
    savedAt: (row.savedAt ?? row.createdAt).toISOString(),
  }
}
