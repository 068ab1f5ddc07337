import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { expectNotice } from '#tests/client/features/admin/expect-notice.ts'
import { fillIn } from '#tests/client/features/auth/open-screen.tsx'
import { breakDown, refuse } from '#tests/support/fake-server.ts'
import { aCampaign, NOBODY, openCampaign } from './campaign-fixtures.ts'

const aRecipient = {
  id: 'r1',
  address: 'a@example.com',
  state: 'sent' as const,
  attempts: 1,
  error: null,
  sentAt: '2026-11-20T10:01:00.000Z',
  nextAttemptAt: null,
}
const MIXED = { ...NOBODY, sent: 1, failed: 1, unknown: 1, suppressed: 1, total: 4 }
const RECIPIENTS = [
  aRecipient,
  {
    ...aRecipient,
    id: 'r2',
    address: 'gone@example.com',
    state: 'failed' as const,
    sentAt: null,
    error: '550 No such user',
  },
  { ...aRecipient, id: 'r3', address: 'maybe@example.com', state: 'unknown' as const, sentAt: null },
  { ...aRecipient, id: 'r4', address: 'no@example.com', state: 'suppressed' as const, sentAt: null },
]

function openHistory(
  over: Parameters<typeof aCampaign>[0],
  answers: Parameters<typeof openCampaign>[0] = {},
) {
  const campaign = aCampaign(over)
  return openCampaign({
    history: () => ({ campaigns: [campaign], nextCursor: null }),
    progress: () => campaign,
    recipients: () => ({ recipients: RECIPIENTS, nextCursor: null }),
    ...answers,
  })
}

describe('the history', () => {
  it('lists campaigns page by page', async () => {
    const { user } = openCampaign({
      history: ({ cursor }) => ({
        campaigns: [aCampaign(cursor ? { id: 'mailing-0', subject: 'Old news' } : {})],
        nextCursor: cursor ? null : 'mailing-1',
      }),
    })
    await user.click(await screen.findByRole('button', { name: 'Older mailings' }))
    expect(await screen.findByRole('button', { name: 'Old news' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Fog season' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Older mailings' })).toBeNull()
  })

  it('says when there is none, and when it cannot be had', async () => {
    let isBroken = true
    const { user } = openCampaign({
      history: () => (isBroken ? breakDown() : { campaigns: [], nextCursor: null }),
    })
    await screen.findByText('An unexpected error occurred. Please try again.')
    isBroken = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Nothing sent yet')).toBeVisible()
  })

  it('opens on each recipient, with the mail server’s words', async () => {
    const { user, server } = openHistory({ counts: MIXED })
    await user.click(await screen.findByRole('button', { name: 'Fog season' }))
    const table = await screen.findByRole('table', { name: 'Recipients' })
    const [, ...rows] = within(table).getAllByRole('row')
    expect(rows.map((row) => row.textContent)).toEqual([
      'a@example.comSent20 November 2026 at 10:01',
      'gone@example.comFailed550 No such user',
      expect.stringMatching(/^maybe@example\.comNot known/),
      'no@example.comLeft outUnsubscribed, bounced, or said no to news.',
    ])
    expect(screen.getByText('1 sent, 1 failed, 1 not known, 1 left out')).toBeVisible()
    await user.selectOptions(screen.getByLabelText('Show recipients'), 'Failed')
    await screen.findByRole('table', { name: 'Recipients' })
    expect(server.inputsOf('admin.campaigns.recipients').at(-1)).toMatchObject({ state: 'failed' })
  })

  it('turns the pages of its recipients', async () => {
    const { user } = openHistory(
      {},
      {
        recipients: ({ cursor }) => ({
          recipients: [cursor ? { ...aRecipient, id: 'r9', address: 'z@example.com' } : aRecipient],
          nextCursor: cursor ? null : 'a@example.com',
        }),
      },
    )
    await user.click(await screen.findByRole('button', { name: 'Fog season' }))
    await user.click(await screen.findByRole('button', { name: 'More recipients' }))
    expect(await screen.findByText('z@example.com')).toBeVisible()
    expect(screen.getByText('a@example.com')).toBeVisible()
  })

  it('tries again what failed, and nothing else', async () => {
    const { user, server } = openHistory(
      { counts: MIXED },
      { retryFailed: ({ id }) => ({ campaignId: id, affected: 1 }) },
    )
    await user.click(await screen.findByRole('button', { name: 'Fog season' }))
    await user.click(await screen.findByRole('button', { name: 'Retry failed only' }))
    await expectNotice('1 email is tried again')
    expect(server.inputsOf('admin.campaigns.retryFailed')).toEqual([{ id: 'mailing-1' }])
  })

  it('sends once more to a recipient who may have it, after a question', async () => {
    const { user, server } = openHistory(
      { counts: MIXED },
      { resendUnknown: ({ id }) => ({ campaignId: id, affected: 1 }) },
    )
    await user.click(await screen.findByRole('button', { name: 'Fog season' }))
    await user.click(await screen.findByRole('button', { name: 'Send once more to maybe@example.com' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Send it once more?' }))
    await user.click(dialog.getByRole('button', { name: 'Send once more' }))
    await expectNotice('1 email is tried again')
    expect(server.inputsOf('admin.campaigns.resendUnknown')).toEqual([
      { id: 'mailing-1', recipientIds: ['r3'] },
    ])
  })

  it('gives its text for another campaign, without its list; what is being written is kept before', async () => {
    const { user, server } = openHistory(
      { recipients: 'custom' },
      {
        campaign: () => ({
          ...aCampaign({ recipients: 'custom' }),
          htmlContent: '<p>Fog</p>',
          textContent: 'Fog',
          basis: 'They asked',
        }),
      },
    )
    window.scrollTo = () => undefined
    await user.click(await screen.findByRole('button', { name: 'Fog season' }))
    await fillIn(user, 'Subject', 'Half a thought')
    await user.click(screen.getByRole('button', { name: 'Use the text again' }))
    expect(await screen.findByLabelText('Email addresses')).toHaveValue('')
    expect(server.inputsOf('admin.campaigns.saveDraft')).toMatchObject([{ subject: 'Half a thought' }])
    expect(screen.getByLabelText('Subject')).toHaveValue('Fog season')
    expect(screen.getByLabelText('HTML content')).toHaveValue('<p>Fog</p>')
  })
})

describe('a campaign on its way', () => {
  const counts = { ...NOBODY, sent: 30, queued: 70, total: 100 }

  function openMoving() {
    let status: 'sending' | 'paused' | 'cancelled' = 'sending'
    const now = () => aCampaign({ status, counts, finishedAt: null })
    const become = (next: typeof status) => () => {
      status = next
      return now()
    }
    return openCampaign({
      history: () => ({ campaigns: [now()], nextCursor: null }),
      progress: now,
      pause: become('paused'),
      resume: become('sending'),
      cancel: become('cancelled'),
    })
  }

  it('is found again, can be paused and resumed', async () => {
    const { user } = openMoving()
    expect(await screen.findByText('30 sent, 70 to go.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Pause' }))
    await expectNotice('Mailing paused')
    await user.click(await screen.findByRole('button', { name: 'Resume' }))
    await expectNotice('Mailing goes on')
    expect(await screen.findByRole('button', { name: 'Pause' })).toBeVisible()
  })

  it('is cancelled after a question', async () => {
    const { user } = openMoving()
    await user.click(await screen.findByRole('button', { name: 'Cancel the rest' }))
    const dialog = within(
      await screen.findByRole('alertdialog', { name: 'Cancel the rest of this mailing?' }),
    )
    expect(dialog.getByText(/^70 people will get nothing/)).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Cancel the rest' }))
    await expectNotice('Mailing cancelled')
    expect(await screen.findByRole('heading', { name: 'The last mailing' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Resume' })).toBeNull()
  })

  it('says why it paused by itself, and what an act failed for', async () => {
    const campaign = aCampaign({
      status: 'paused',
      counts,
      pauseReason: 'Ten mails in a row were not taken.',
    })
    const { user } = openCampaign({
      history: () => ({ campaigns: [campaign], nextCursor: null }),
      progress: () => campaign,
      resume: () => refuse('CAMPAIGN_NOT_FOUND'),
    })
    expect(await screen.findByText('Ten mails in a row were not taken.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Resume' }))
    await expectNotice('Failed to change the mailing')
  })
})
