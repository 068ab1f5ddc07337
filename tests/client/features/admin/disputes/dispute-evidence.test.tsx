import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { DisputeEvidence } from '#client/features/admin/disputes/dispute-evidence.tsx'
import type { DisputeAnswerOutput } from '#shared/schemas/disputes.ts'
import { backOffice } from '#tests/client/features/admin/admin-fixtures.ts'
import { findNotices } from '#tests/client/features/admin/open-dashboard.tsx'
import { openScreen } from '#tests/client/features/auth/open-screen.tsx'
import { watchDownloads } from '#tests/client/lib/downloads.ts'
import { refuse } from '#tests/support/fake-server.ts'

const ANSWER: DisputeAnswerOutput = {
  disputeId: 'dispute-1',
  amount: '60.00',
  dueAt: '2026-11-30T23:59:00.000Z',
  canAnswer: true,
  savedAt: null,
  submittedAt: null,
  submittedBy: null,
  texts: [
    { field: 'product_description', text: 'Air Law' },
    { field: 'access_activity_log', text: '2026-11-21  Session' },
  ],
}
const SAVED = { ...ANSWER, savedAt: '2026-11-22T10:00:00.000Z' }
const SENT = {
  ...SAVED,
  canAnswer: false,
  submittedAt: '2026-11-22T11:00:00.000Z',
  submittedBy: 'instructor@example.com',
}

type Disputes = NonNullable<NonNullable<Parameters<typeof backOffice>[0]>['disputes']>

function open(disputes: Disputes) {
  const server = backOffice({ disputes })
  const Screen = () => <DisputeEvidence disputeId="dispute-1" />
  return { server, user: openScreen({ Screen, at: '/admin/orders/order-1' }) }
}

describe('the answer to a dispute', () => {
  it('is prepared, looked at, and sent only when it is confirmed', async () => {
    const { server, user } = open({
      evidence: () => ANSWER,
      prepareEvidence: () => SAVED,
      submitEvidence: () => SENT,
    })
    expect(await screen.findByText(/^£60\.00 in dispute\. Answer by 30 November 2026/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Send to the bank' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Prepare at Stripe' }))
    expect(await screen.findByText(/A draft stands at Stripe since 22 November 2026/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Send to the bank' }))
    const question = within(await screen.findByRole('alertdialog'))
    expect(server.inputsOf('admin.disputes.submitEvidence')).toEqual([])
    await user.click(question.getByRole('button', { name: 'Send' }))
    expect(
      await screen.findByText(/^Sent to the bank on 22 November 2026 .* by instructor@example\.com\.$/),
    ).toBeVisible()
    expect(server.inputsOf('admin.disputes.submitEvidence')).toEqual([{ disputeId: 'dispute-1' }])
    expect(screen.queryByRole('button', { name: /Prepare|Send to/ })).toBeNull()
  })

  it('shows its fields and its PDF, and says why it was refused', async () => {
    const saved = watchDownloads()
    const { user } = open({
      evidence: () => ANSWER,
      openEvidence: () => ({ filename: 'evidence-du_1.pdf', contentBase64: btoa('%PDF') }),
      prepareEvidence: () => refuse('DISPUTE_OVER'),
    })
    await user.click(await screen.findByRole('button', { name: 'Download evidence (PDF)' }))
    await screen.findByRole('button', { name: 'Prepare at Stripe' })
    await user.click(screen.getByRole('button', { name: /^The fields/ }))
    expect(await screen.findByText('Access log')).toBeVisible()
    expect(screen.getByText('Air Law')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Prepare at Stripe' }))
    expect(await (await findNotices()).findByText(/takes no answer any more/)).toBeVisible()
    expect(saved.map(({ name }) => name)).toEqual(['evidence-du_1.pdf'])
  })
})
