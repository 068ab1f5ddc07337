import type { z } from 'zod'
import type { StatusLabel } from '#client/ui/status.tsx'
import type {
  BulkRecipients,
  campaignCounts,
  campaignsOutput,
  RecipientState,
} from '#shared/schemas/campaigns.ts'

export type CampaignSummary = z.output<typeof campaignsOutput>['campaigns'][number]
export type CampaignCounts = z.output<typeof campaignCounts>
type CampaignState = CampaignSummary['status']

export const AUDIENCES: Readonly<Record<BulkRecipients, string>> = {
  students: 'Students only',
  referers: 'Referers only',
  all: 'All users',
  custom: 'Custom list',
}

export const CAMPAIGN_STATES: Readonly<Record<CampaignState, StatusLabel>> = {
  sending: { kind: 'pending', label: 'Sending' },
  paused: { kind: 'forward', label: 'Paused' },
  cancelled: { kind: 'stop', label: 'Cancelled' },
  done: { kind: 'done', label: 'Done' },
}

export const RECIPIENT_STATES: Readonly<Record<RecipientState, StatusLabel>> = {
  queued: { kind: 'not-started', label: 'Waiting' },
  sending: { kind: 'pending', label: 'On its way' },
  sent: { kind: 'done', label: 'Sent' },
  failed: { kind: 'stop', label: 'Failed' },
  unknown: { kind: 'forward', label: 'Not known' },
  suppressed: { kind: 'stop', label: 'Left out' },
}

export const inFigures = new Intl.NumberFormat('en-GB')

/** "1 person", "1,200 people". */
export function peopleLabel(count: number): string {
  return count === 1 ? '1 person' : `${inFigures.format(count)} people`
}

/** How far a campaign has come: those who are left out are no one to wait for. */
export function progressOf({ total, suppressed, queued, sending }: CampaignCounts) {
  const of = total - suppressed
  const handled = of - queued - sending
  return { handled, of, percent: of === 0 ? 100 : (handled / of) * 100 }
}

/** "95 sent, 1 failed, 2 left out", the states there are any of, and "NoPayee yet" for none. */
export function countsLabel(counts: CampaignCounts): string {
  const parts = [
    [counts.sent, 'sent'],
    [counts.failed, 'failed'],
    [counts.unknown, 'not known'],
    [counts.suppressed, 'left out'],
    [counts.queued + counts.sending, 'to go'],
  ] as const
  const said = parts.flatMap(([count, word]) => (count > 0 ? [`${inFigures.format(count)} ${word}`] : []))
  return said.length > 0 ? said.join(', ') : 'Nobody yet'
}
