import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { BulkEmailScreen } from '#client/features/admin/campaigns/bulk-email-screen.tsx'
import { backOffice, SIGNED_OUT } from '#tests/client/features/admin/admin-fixtures.ts'
import { expectNotice } from '#tests/client/features/admin/expect-notice.ts'
import { findCodeQuestion } from '#tests/client/features/admin/find-code-question.ts'
import { fillIn, findElsewhere, openScreen } from '#tests/client/features/auth/open-screen.tsx'
import { breakDown, refuse } from '#tests/support/fake-server.ts'
import { aCampaign, NOBODY, openCampaign } from './campaign-fixtures.ts'

const SENT = { sent: 2, failed: 0, queued: 0, campaignId: 'mailing-1' }
const progressOf =
  (sent: number, failed = 0) =>
  () => ({
    ...aCampaign({ counts: { ...NOBODY, sent, failed, total: sent + failed } }),
  })

async function compose(user: UserEvent) {
  await fillIn(user, 'Subject', 'Fog season')
  await fillIn(user, 'HTML content', '<p>It is here.</p>')
}

async function chooseList(user: UserEvent, list: string, basis = 'Asked for news at the open day') {
  await user.selectOptions(await screen.findByLabelText('Recipients'), 'Custom list')
  await fillIn(user, 'Email addresses', list)
  if (basis) await fillIn(user, 'Why may you write to them?', basis)
}

async function confirmSending(user: UserEvent, name: string) {
  await user.click(await screen.findByRole('button', { name }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await user.click(dialog.getByRole('button', { name }))
}

describe('who gets a campaign', () => {
  it('is counted when the choice needs it, and not before', async () => {
    const { user, server } = openCampaign()
    expect(await screen.findByRole('button', { name: 'Send to 128 Recipients' })).toBeVisible()
    expect(server.inputsOf('admin.campaigns.countRecipients')).toEqual([{ recipients: 'students' }])
    await user.selectOptions(screen.getByLabelText('Recipients'), 'Custom list')
    expect(screen.getByRole('button', { name: 'Send to 0 Recipients' })).toBeVisible()
    await user.selectOptions(screen.getByLabelText('Recipients'), 'All users')
    expect(await screen.findByRole('button', { name: 'Send to 131 Recipients' })).toBeVisible()
    expect(server.inputsOf('admin.campaigns.countRecipients')).toEqual([
      { recipients: 'students' },
      { recipients: 'all' },
    ])
  })

  it('can be counted again when that failed', async () => {
    let isBroken = true
    const { user } = openCampaign({ countRecipients: () => (isBroken ? breakDown() : { count: 7 }) })
    await user.click(await screen.findByRole('button', { name: 'Count again' }))
    isBroken = false
    await user.click(await screen.findByRole('button', { name: 'Count again' }))
    expect(await screen.findByRole('button', { name: 'Send to 7 Recipients' })).toBeVisible()
  })

  it('may be no one, and then nothing is sent', async () => {
    const { user, server } = openCampaign({ countRecipients: () => ({ count: 0 }) })
    const button = await screen.findByRole('button', { name: 'Send to 0 Recipients' })
    await compose(user)
    await user.click(button)
    await user.type(screen.getByLabelText('Subject'), '{Enter}')
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(server.inputsOf('admin.campaigns.send')).toEqual([])
  })

  it('of a list is each address once; what is odd is named before sending', async () => {
    const { user, server } = openCampaign({
      checkList: () => ({ count: 1, invalid: [], repeated: [], suppressed: ['b@example.com'] }),
      send: () => SENT,
      progress: progressOf(2),
    })
    await compose(user)
    await chooseList(user, ' a@example.com \n\nb@example.com\nA@example.com\nnobody', '')
    expect(screen.getByText('No email address: nobody')).toBeVisible()
    expect(screen.getByLabelText('Email addresses')).toBeInvalid()
    expect(screen.getByText('Written twice, mailed once: A@example.com')).toBeVisible()
    expect(await screen.findByText('Said no to news, left out: b@example.com')).toBeVisible()
    expect(server.inputsOf('admin.campaigns.checkList').at(-1)).toEqual({
      lines: ['a@example.com', 'b@example.com', 'A@example.com', 'nobody'],
    })

    await user.click(screen.getByRole('button', { name: 'Send to 1 Recipients' }))
    expect(await screen.findByText('These are not email addresses: “nobody”.')).toBeVisible()
    expect(screen.getByText('Please say why you may write to these people.')).toBeVisible()
    await user.clear(screen.getByLabelText('Email addresses'))
    await fillIn(user, 'Email addresses', 'a@example.com\nA@example.com\nb@example.com')
    await fillIn(user, 'Why may you write to them?', 'They asked')
    await confirmSending(user, 'Send to 1 Recipients')
    await expectNotice('Successfully sent 2 emails')
    expect(server.inputsOf('admin.campaigns.send')).toEqual([
      {
        recipients: 'custom',
        subject: 'Fog season',
        htmlContent: '<p>It is here.</p>',
        textContent: null,
        customEmails: ['a@example.com', 'b@example.com'],
        basis: 'They asked',
        draftId: 'draft-1',
      },
    ])
  })
})

describe('sending', () => {
  it('wants subject and content', async () => {
    const { user, server } = openCampaign()
    await user.click(await screen.findByRole('tab', { name: 'Use Template' }))
    await user.click(await screen.findByRole('button', { name: 'Send to 128 Recipients' }))
    await expectNotice('Missing required fields')
    expect(screen.getAllByText('Please fill in subject and content')[0]).toBeVisible()
    expect(screen.getByLabelText('Subject')).toHaveAccessibleDescription('Please fill in the subject.')
    expect(screen.getByLabelText('HTML content')).toHaveAccessibleDescription(/Please write the text\.$/)
    await waitFor(() => expect(screen.getByLabelText('Subject')).toHaveFocus())
    expect(screen.getByRole('tab', { name: 'Compose' })).toHaveAttribute('aria-selected', 'true')
    expect(server.inputsOf('admin.campaigns.send')).toEqual([])
  })

  it('asks, shows how far it is, and says so when it is done', async () => {
    let sent = 0
    const { user, server } = openCampaign({
      send: () => ({ ...SENT, sent: 0, queued: 128 }),
      progress: () => {
        sent = Math.min(128, sent + 127)
        const counts = { ...NOBODY, sent: sent - 1, failed: 1, queued: 128 - sent, total: 128 }
        return aCampaign({ status: sent < 128 ? 'sending' : 'done', counts })
      },
    })
    await compose(user)
    await user.click(await screen.findByRole('button', { name: 'Send to 128 Recipients' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Send to 128 people?' }))
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(server.inputsOf('admin.campaigns.send')).toEqual([])

    await confirmSending(user, 'Send to 128 Recipients')
    expect(await screen.findByText('126 sent, 1 failed, 1 to go.')).toBeVisible()
    await expectNotice('Successfully sent 127 emails, 1 failed')
    expect(screen.getByRole('progressbar', { name: 'Handled' })).toHaveAttribute('aria-valuenow', '100')
    expect(screen.getByLabelText('Subject')).toHaveValue('')
  })

  it('wants a new code where the server asks for one, and then goes on', async () => {
    let isFresh = false
    const { user, server } = openCampaign(
      { send: () => (isFresh ? SENT : refuse('STEP_UP_REQUIRED')), progress: progressOf(2) },
      {
        stepUpRequest: () => ({ success: true, message: 'Sent.' }),
        stepUpConfirm: () => {
          isFresh = true
          return { success: true, codeFreshUntil: '2026-11-21T21:00:00.000Z' }
        },
      },
    )
    await compose(user)
    await confirmSending(user, 'Send to 128 Recipients')
    const question = within(await findCodeQuestion())
    await user.type(question.getByLabelText('Authentication code'), '123456')
    await user.click(question.getByRole('button', { name: 'Verify' }))
    await expectNotice('Successfully sent 2 emails')
    expect(server.inputsOf('admin.campaigns.send')).toHaveLength(2)
  })

  it('says that it failed, and why', async () => {
    const { user } = openCampaign({ send: () => refuse('NO_RECIPIENTS') })
    await compose(user)
    await screen.findByRole('button', { name: 'Send to 128 Recipients' })
    await confirmSending(user, 'Send to 128 Recipients')
    await expectNotice('Failed to send bulk email')
    expect(screen.getByLabelText('Subject')).toHaveValue('Fog season')
  })

  it('tries it on oneself first', async () => {
    const { user, server } = openCampaign({
      sendTest: () => ({ success: true, to: 'instructor@example.com' }),
    })
    await user.click(await screen.findByRole('button', { name: 'Send a test to me' }))
    await expectNotice('Missing required fields')
    await compose(user)
    await user.click(screen.getByRole('button', { name: 'Send a test to me' }))
    await expectNotice('To instructor@example.com.')
    expect(server.inputsOf('admin.campaigns.sendTest')).toEqual([
      { recipients: 'students', subject: 'Fog season', htmlContent: '<p>It is here.</p>', textContent: '' },
    ])
  })
})

it('is closed to everybody else', async () => {
  const server = backOffice({ session: () => SIGNED_OUT })
  openScreen({ Screen: BulkEmailScreen, at: '/bulk-email' })
  expect(await findElsewhere()).toBe('/admin-login')
  expect(server.inputsOf('admin.campaigns.drafts')).toEqual([])
})
