import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { RunPayout } from '#shared/schemas/payout-run.ts'
import { refuse } from '#tests/support/fake-server.ts'
import { findNotices, openDashboard } from './open-dashboard.tsx'

const RUN = { quarterYear: '2026-Q3', pending: 3, totalAmount: '96.81', exported: 0, exportedAmount: '0.00' }
const OPEN = { exportedAt: null, earlierFile: null, problem: null }
const ASH: RunPayout = { ...OPEN, id: 'p1', clubId: 'a', clubName: 'Ash', amount: '68.14' }
const BIRCH: RunPayout = { ...OPEN, id: 'p2', clubId: 'b', clubName: 'Birch', amount: '18.67' }
const CEDAR: RunPayout = {
  ...OPEN,
  id: 'p3',
  clubId: 'c',
  clubName: 'Cedar',
  amount: '10.00',
  problem: 'noBankDetails',
}
const PAYOUTS = [ASH, BIRCH, CEDAR]

type Admin = Parameters<typeof openDashboard>[0]

function openRun(over: Admin = {}) {
  return openDashboard({
    payoutRuns: () => [RUN],
    payoutRun: () => ({ quarterYear: '2026-Q3', payouts: PAYOUTS }),
    ...over,
  })
}

describe('the payouts of a quarter', () => {
  it('are not mentioned when all is paid', async () => {
    openDashboard()
    await screen.findByRole('table', { name: 'Referers Summary' })
    expect(screen.queryByRole('heading', { name: 'Payouts to pay' })).toBeNull()
  })

  it('are paid in one step, after a look at the sum in figures and words', async () => {
    let isPaid = false
    const { user, server } = openRun({
      payoutRuns: () => (isPaid ? [] : [RUN]),
      payQuarter: ({ quarterYear, totalAmount }) => {
        isPaid = true
        return { quarterYear, paid: 2, totalAmount }
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Mark all as paid for 2026-Q3' }))
    const question = await screen.findByRole('alertdialog')
    expect(question).toHaveTextContent('2 payouts, £86.81')
    expect(question).toHaveTextContent('eighty-six pounds and eighty-one pence.')
    expect(question).toHaveTextContent('1 payout stays pending: bank details missing or not checked.')
    await user.click(within(question).getByRole('button', { name: 'Mark 2 as paid' }))
    expect(await (await findNotices()).findByText('Payment Processed')).toBeVisible()
    expect(server.inputsOf('admin.payQuarter')).toEqual([
      { quarterYear: '2026-Q3', payoutIds: ['p1', 'p2'], totalAmount: '86.81' },
    ])
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Payouts to pay' })).toBeNull())
  })

  it('say why they could not be paid', async () => {
    const { user } = openRun({ payQuarter: () => refuse('CONFLICT') })
    await user.click(await screen.findByRole('button', { name: 'Mark all as paid for 2026-Q3' }))
    await user.click(await screen.findByRole('button', { name: 'Mark 2 as paid' }))
    expect(await (await findNotices()).findByText('Failed to process payment')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })

  it('cannot be paid where nothing is known of a bank', async () => {
    const { user } = openRun({
      payoutRun: () => ({ quarterYear: '2026-Q3', payouts: PAYOUTS.slice(2) }),
    })
    await user.click(await screen.findByRole('button', { name: 'Mark all as paid for 2026-Q3' }))
    expect(await screen.findByText(/None of them can be paid yet/)).toBeVisible()
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })
})
