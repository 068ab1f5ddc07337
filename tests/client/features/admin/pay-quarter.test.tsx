import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { RunPayout } from '#shared/schemas/payout-run.ts'
import { refuse } from '#tests/support/fake-server.ts'
import { watchDownloads } from '../../lib/downloads.ts'
import { findNotices, openDashboard } from './open-dashboard.tsx'

const RUN = { quarterYear: '2026-Q3', pending: 3, totalAmount: '96.81', exported: 0, exportedAmount: '0.00' }
const PAYOUTS: RunPayout[] = [
  { id: 'p1', clubId: 'a', clubName: 'Ash', amount: '68.14', exportedAt: null, problem: null },
  { id: 'p2', clubId: 'b', clubName: 'Birch', amount: '18.67', exportedAt: null, problem: null },
  { id: 'p3', clubId: 'c', clubName: 'Cedar', amount: '10.00', exportedAt: null, problem: 'noBankDetails' },
]

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

  it('are written into a file for the bank; who is not in it is named', async () => {
    const saved = watchDownloads()
    const { user, server } = openRun({
      exportBankFile: () => ({
        filename: 'payments-2026-Q3.csv',
        content: 'Sort code\r\n',
        payouts: 2,
        totalAmount: '86.81',
        refused: [{ id: 'p3', clubName: 'Cedar', amount: '10.00', problem: 'noBankDetails' }],
      }),
    })
    await user.click(await screen.findByRole('button', { name: 'Make bank file for 2026-Q3' }))
    const question = await screen.findByRole('alertdialog')
    await user.click(within(question).getByRole('button', { name: 'Make bank file' }))
    const left = await screen.findByRole('dialog', { name: 'Not in the bank file for 2026-Q3' })
    expect(
      within(left).getByRole('row', { name: 'Cedar £10.00 No bank details, or not whole' }),
    ).toBeVisible()
    expect(saved.map(({ name }) => name)).toEqual(['payments-2026-Q3.csv'])
    expect(server.inputsOf('admin.exportBankFile')).toEqual([{ quarterYear: '2026-Q3' }])
  })

  it('are unfrozen, one or all', async () => {
    const frozen = { ...PAYOUTS[0], exportedAt: '2026-11-21T10:00:00.000Z', problem: 'exported' } as RunPayout
    const { user, server } = openRun({
      payoutRun: () => ({ quarterYear: '2026-Q3', payouts: [frozen, ...PAYOUTS.slice(1)] }),
      unfreezePayouts: () => ({ quarterYear: '2026-Q3', payouts: 1 }),
    })
    await user.click(await screen.findByRole('button', { name: '2026-Q3' }))
    expect(await screen.findByText('In the file of 21 Nov 2026')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Unfreeze the payout to Ash' }))
    expect(await (await findNotices()).findByText('1 payout of 2026-Q3.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Unfreeze all of 2026-Q3' }))
    await waitFor(() =>
      expect(server.inputsOf('admin.unfreezePayouts')).toEqual([
        { quarterYear: '2026-Q3', payoutIds: ['p1'] },
        { quarterYear: '2026-Q3' },
      ]),
    )
  })
})
