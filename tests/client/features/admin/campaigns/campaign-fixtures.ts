import { cleanup, fireEvent } from '@testing-library/react'
import type { ComponentType } from 'react'
import { onTestFinished } from 'vitest'
import { BulkEmailScreen } from '#client/features/admin/campaigns/bulk-email-screen.tsx'
import type { CampaignSummary } from '#client/features/admin/campaigns/campaign-labels.ts'
import { backOffice } from '#tests/client/features/admin/admin-fixtures.ts'
import { openScreen } from '#tests/client/features/auth/open-screen.tsx'

type Admin = NonNullable<Parameters<typeof backOffice>[0]>
type Campaigns = NonNullable<Admin['campaigns']>

export const NOBODY = { queued: 0, sending: 0, sent: 0, failed: 0, unknown: 0, suppressed: 0, total: 0 }

export function aCampaign(over: Partial<CampaignSummary> = {}): CampaignSummary {
  return {
    id: 'mailing-1',
    status: 'done',
    recipients: 'students',
    subject: 'Fog season',
    adminEmail: 'instructor@example.com',
    createdAt: '2026-11-20T10:00:00.000Z',
    finishedAt: '2026-11-20T10:05:00.000Z',
    pauseReason: null,
    counts: { ...NOBODY, sent: 3, total: 3 },
    ...over,
  }
}

/** A back office in which nothing was ever sent, and students are 128; give what should differ. */
export function openCampaign(
  campaigns: Campaigns = {},
  admin: Admin = {},
  { Screen, at }: { Screen: ComponentType; at: string } = { Screen: BulkEmailScreen, at: '/bulk-email' },
) {
  const server = backOffice({
    ...admin,
    campaigns: {
      countRecipients: ({ recipients }) => ({ count: { students: 128, referers: 4, all: 131 }[recipients] }),
      history: () => ({ campaigns: [], nextCursor: null }),
      drafts: () => [],
      saveDraft: () => ({ id: 'draft-1', savedAt: '2026-11-21T12:00:00.000Z' }),
      checkList: ({ lines }) => ({ count: lines.length, invalid: [], repeated: [], suppressed: [] }),
      ...campaigns,
    },
  })
  // What is written is kept when the screen is left: that call belongs to this test, not to the next.
  onTestFinished(async () => {
    cleanup()
    for (const _turn of [1, 2, 3]) await new Promise((done) => setTimeout(done))
  })
  return { server, user: openScreen({ Screen, at }) }
}

/** This DOM loads no frames: the empty sheet that the server would send is put in by hand. */
export function loadSheet(frame: HTMLIFrameElement): Document {
  const sheet = frame.contentDocument
  if (!sheet) throw new Error('The frame lets nobody in')
  if (!sheet.documentElement) sheet.append(sheet.createElement('html'))
  fireEvent.load(frame)
  return sheet
}
