import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { BankFilePanel } from '#client/features/admin/bank-files/bank-file-panel.tsx'
import { OrderDetail } from '#client/features/admin/order/order-screen.tsx'
import { RefererOverview } from '#client/features/admin/referers/referer-overview.tsx'
import { StepUpProvider } from '#client/features/admin/sign-in/step-up.tsx'
import { aQuarter, aReferer, backOffice } from '#tests/client/features/admin/admin-fixtures.ts'
import { openDashboard } from '#tests/client/features/admin/open-dashboard.tsx'
import { anOrderDetail } from '#tests/client/features/admin/order-fixtures.ts'
import { fillIn, openScreen } from '#tests/client/features/auth/open-screen.tsx'

const REFERER = 'Hedgerow Flying Club'

it('is said of payouts that were made: the quarters of a referer below show it', async () => {
  let isMade = false
  const { user } = openDashboard({
    unprocessedQuarters: () =>
      isMade ? [] : [{ quarterYear: '2026-Q3', commissionCount: 1, commissionAmount: '6.00' }],
    refererQuarters: () => [aQuarter('2026-Q3', '6.00', { isUnprocessed: !isMade })],
    generatePayouts({ quarterYear }) {
      isMade = true
      return { quarterYear, payouts: [], carriedForward: 1 }
    },
  })
  await user.click(await screen.findByRole('button', { name: REFERER }))
  expect(await screen.findByText('Payout not made')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Make payouts for 2026-Q3' }))
  expect(await screen.findByText('Carried forward')).toBeVisible()
})

it('is said of an agreement that was ended', async () => {
  let isEnded = false
  const { user } = openDashboard({
    refererQuarters: () => [aQuarter('2026-Q3', '6.00', { forfeitedAmount: isEnded ? '6.00' : '0.00' })],
    endReferer({ id }) {
      isEnded = true
      return { id, endedAt: '2026-11-21T10:00:00.000Z', forfeitedAmount: '6.00' }
    },
  })
  await user.click(await screen.findByRole('button', { name: REFERER }))
  expect(await screen.findByText('Carried forward')).toBeVisible()
  await user.click(screen.getByRole('button', { name: `End the agreement with ${REFERER}` }))
  await user.click(screen.getByRole('button', { name: 'End agreement' }))
  expect(await screen.findByText('Forfeited')).toBeVisible()
})

it('is said of bank details that were filled in: a payout can be paid now', async () => {
  const payout = {
    id: 'p1',
    clubId: 'a',
    clubName: 'Cedar',
    amount: '10.00',
    exportedAt: null,
    earlierFile: null,
  }
  let problem: 'noBankDetails' | null = 'noBankDetails'
  backOffice({
    payoutRuns: () => [
      { quarterYear: '2026-Q3', pending: 1, totalAmount: '10.00', exported: 0, exportedAmount: '0.00' },
    ],
    payoutRun: () => ({ quarterYear: '2026-Q3', payouts: [{ ...payout, problem }] }),
    updateReferer() {
      problem = null
      return aReferer()
    },
  })
  const user = openScreen({ Screen: ClubsAndPayouts, at: '/admin' })
  await user.click(await screen.findByRole('button', { name: '2026-Q3' }))
  await screen.findAllByText(/^No bank details/)
  await user.click(screen.getByRole('button', { name: REFERER }))
  await user.click(await screen.findByRole('button', { name: `Edit details of ${REFERER}` }))
  await user.click(await screen.findByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(screen.queryByText(/^No bank details/)).toBeNull())
})

function ClubsAndPayouts() {
  return (
    <StepUpProvider>
      <BankFilePanel />
      <RefererOverview />
    </StepUpProvider>
  )
}

function Screen() {
  return (
    <StepUpProvider>
      <OrderDetail detail={anOrderDetail()} />
      <RefererOverview />
    </StepUpProvider>
  )
}

it('is said of a refund, which takes commission back', async () => {
  const server = backOffice({
    orders: { refund: () => ({ refundId: 'refund-1', status: 'succeeded' as const }) },
  })
  const user = openScreen({ Screen, at: '/admin/orders/order-1' })
  await screen.findByRole('table', { name: 'Referers Summary' })
  await user.click(screen.getByRole('button', { name: 'Refund' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Refund an order' }))
  await user.click(dialog.getByLabelText('Navigation, £54.00'))
  await fillIn(user, 'Reason', 'Bought by mistake')
  await user.click(dialog.getByRole('button', { name: 'Refund £54.00' }))
  await waitFor(() => expect(server.inputsOf('admin.referersSummary')).toHaveLength(2))
})
