import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openDashboard } from './open-dashboard.tsx'

it('a registration for VAT waits until an admin has checked it', async () => {
  let isChecked = false
  const change = {
    id: 'club-hedgerow',
    name: 'Hedgerow Flying Club',
    fullBusinessName: 'Hedgerow Flying Ltd',
    vatNumber: 'GB123456782',
    changedAt: '2026-11-20T14:05:00.000Z',
  }
  const { user, server } = openDashboard({
    vatChanges: () => (isChecked ? [] : [change]),
    reviewVatChange: () => {
      isChecked = true
      return { success: true }
    },
  })
  expect(await screen.findByText('Hedgerow Flying Club: VAT registration to check')).toBeVisible()
  expect(screen.getByText(/^On 20 November 2026 at 14:05/)).toHaveTextContent(
    'they said they are registered for VAT, as Hedgerow Flying Ltd, with GB123456782.',
  )
  await user.click(screen.getByRole('button', { name: 'Mark as checked' }))
  await waitFor(() => expect(screen.queryByText(/VAT registration to check/)).toBeNull())
  const { id, changedAt } = change
  expect(server.inputsOf('admin.reviewVatChange')).toEqual([{ id, changedAt }])
})
