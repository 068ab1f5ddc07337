import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { OperationsMails } from '#client/features/admin/operations/operations-mails.tsx'
import { StepUpProvider } from '#client/features/admin/sign-in/step-up.tsx'
import type { FailedMailsOutput } from '#shared/schemas/operations.ts'
import { backOffice } from '#tests/client/features/admin/admin-fixtures.ts'
import { findNotices } from '#tests/client/features/admin/open-dashboard.tsx'
import { openScreen } from '#tests/client/features/auth/open-screen.tsx'
import { breakDown } from '#tests/support/fake-server.ts'

const MAIL = {
  id: 'mail-1',
  template: 'purchase-confirmation',
  to: 'kim@example.com',
  mayHaveArrived: false,
  reason: '550 No such user',
  attempts: 1,
  createdAt: '2026-11-21T09:00:00.000Z',
  canRetry: true,
}
const LINK = { ...MAIL, id: 'mail-2', template: 'password-reset', mayHaveArrived: true, canRetry: false }

function Mails() {
  return (
    <StepUpProvider>
      <OperationsMails />
    </StepUpProvider>
  )
}

type MailsSetup = { mails?: FailedMailsOutput['mails']; sendWaitingMail?: () => { count: number } }

function openMails({ mails = [], sendWaitingMail = () => ({ count: 0 }) }: MailsSetup) {
  const server = backOffice({
    operations: {
      failedMails: () => ({ mails, hasMore: mails.length > 0 }),
      retryMail: () => ({ success: true }),
      dismissMail: () => ({ success: true }),
      sendWaitingMail,
    },
  })
  return { server, user: openScreen({ Screen: Mails, at: '/admin/operations' }) }
}

describe('mails that were given up or may not have arrived', () => {
  it('are sent again, but for those whose link has run out', async () => {
    const { user, server } = openMails({ mails: [MAIL, LINK] })
    const name = 'Emails that were given up or may not have arrived'
    const rows = within(await screen.findByRole('table', { name })).getAllByRole('row')
    expect(rows[1]).not.toHaveTextContent('may have arrived')
    expect(rows[2]).toHaveTextContent(
      /^Password reset.*It may have arrived\..*Its link or code has run out\./,
    )
    expect(screen.getByText('The newest fifty. There are more.')).toBeVisible()
    await user.click(
      screen.getByRole('button', { name: 'Send Order confirmation with invoice to kim@example.com again' }),
    )
    expect(await (await findNotices()).findByText('Email Put Back')).toBeVisible()
    expect(server.inputsOf('admin.operations.retryMail')).toEqual([{ id: 'mail-1' }])
  })

  it('leave when an admin is done with them', async () => {
    const { user, server } = openMails({ mails: [MAIL, LINK] })
    await user.click(await screen.findByRole('button', { name: 'Done: Password reset to kim@example.com' }))
    expect(await (await findNotices()).findByText('Taken off the list')).toBeVisible()
    expect(server.inputsOf('admin.operations.dismissMail')).toEqual([{ id: 'mail-2' }])
  })
})

describe('mail that waits', () => {
  it.each([
    [0, 'None waits.'],
    [1, '1 leaves within two minutes.'],
    [3, '3 leave within two minutes.'],
  ])('is sent now, and how many is said: %i', async (count, words) => {
    const { server, user } = openMails({ sendWaitingMail: () => ({ count }) })
    await user.click(await screen.findByRole('button', { name: 'Send waiting mail now' }))
    expect(await (await findNotices()).findByText(words)).toBeVisible()
    expect(server.inputsOf('admin.operations.sendWaitingMail')).toHaveLength(1)
  })

  it('says when that fails', async () => {
    const { user } = openMails({ sendWaitingMail: () => breakDown() })
    await user.click(await screen.findByRole('button', { name: 'Send waiting mail now' }))
    expect(await (await findNotices()).findByText('Failed to send waiting emails')).toBeVisible()
  })
})
