import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { OperationsMails } from '#client/features/admin/components/operations-mails.tsx'
import { breakDown } from '#tests/support/fake-server.ts'
import { openScreen } from '../auth/open-screen.tsx'
import { backOffice } from './admin-fixtures.ts'
import { findNotices } from './open-dashboard.tsx'

function openMails(sendWaitingMail: () => { count: number }) {
  const server = backOffice({
    operations: { failedMails: () => ({ mails: [], hasMore: false }), sendWaitingMail },
  })
  return { server, user: openScreen({ Screen: OperationsMails, at: '/admin/operations' }) }
}

it.each([
  [0, 'None waits.'],
  [1, '1 leaves within two minutes.'],
  [3, '3 leave within two minutes.'],
])('sends waiting mail now, and says how many: %i', async (count, words) => {
  const { server, user } = openMails(() => ({ count }))
  await user.click(await screen.findByRole('button', { name: 'Send waiting mail now' }))
  expect(await (await findNotices()).findByText(words)).toBeVisible()
  expect(server.inputsOf('admin.operations.sendWaitingMail')).toHaveLength(1)
})

it('says when that fails', async () => {
  const { user } = openMails(() => breakDown())
  await user.click(await screen.findByRole('button', { name: 'Send waiting mail now' }))
  expect(await (await findNotices()).findByText('Failed to send waiting emails')).toBeVisible()
})
