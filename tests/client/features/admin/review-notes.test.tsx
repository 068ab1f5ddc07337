import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { AdminDashboardScreen } from '#client/features/admin/dashboard/admin-dashboard-screen.tsx'
import { openScreen } from '#tests/client/features/auth/open-screen.tsx'
import { backOffice } from './admin-fixtures.ts'
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

it.each([
  ['vatChanges', 'Hedgerow Flying Club: VAT registration to check'],
  ['bankChanges', 'Hedgerow Flying Club changed their bank details'],
] as const)('%s are asked for again each time the dashboard is opened', async (name, title) => {
  let hasChanged = false
  const change = {
    id: 'club-hedgerow',
    name: 'Hedgerow Flying Club',
    fullBusinessName: null,
    vatNumber: null,
    sortCode: '••-••-56',
    accountNumber: '••••4567',
    phoneNumber: null,
    phoneKnownBefore: null,
    changedAt: '2026-11-20T14:05:00.000Z',
  }
  backOffice({ [name]: () => (hasChanged ? [change] : []) })
  const user = openScreen({ Screen: LeftAndOpened, at: '/admin' })
  expect(await screen.findByText('Nothing wants doing.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Away' }))
  hasChanged = true
  await user.click(screen.getByRole('button', { name: 'Back' }))
  expect(await screen.findByText(title)).toBeVisible()
})

function LeftAndOpened() {
  const [isHere, setHere] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setHere(!isHere)}>
        {isHere ? 'Away' : 'Back'}
      </button>
      {isHere && <AdminDashboardScreen />}
    </>
  )
}
