import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { RunPayout } from '#shared/schemas/payout-run.ts'
import { findNotices, openPayouts } from '#tests/client/features/admin/open-dashboard.tsx'
import { breakDown, refuse } from '#tests/support/fake-server.ts'

const RUN = { quarterYear: '2026-Q3', pending: 3, totalAmount: '96.81', exported: 2, exportedAmount: '86.81' }
const OPEN = { exportedAt: '2026-11-21T10:00:00.000Z', earlierFile: null, problem: 'exported' } as const
const ASH: RunPayout = { ...OPEN, id: 'p1', clubId: 'a', clubName: 'Ash', amount: '68.14' }
const BIRCH: RunPayout = { ...OPEN, id: 'p2', clubId: 'b', clubName: 'Birch', amount: '18.67' }
const CEDAR: RunPayout = {
  ...OPEN,
  id: 'p3',
  clubId: 'c',
  clubName: 'Cedar',
  amount: '10.00',
  exportedAt: null,
  problem: 'noBankDetails',
}
const PAYOUTS = [ASH, BIRCH, CEDAR]

type Admin = Parameters<typeof openPayouts>[0]

function openRun(over: Admin = {}) {
  return openPayouts({
    payoutRuns: () => [RUN],
    payoutRun: () => ({ quarterYear: '2026-Q3', payouts: PAYOUTS }),
    ...over,
  })
}

describe('the payouts of a quarter', () => {
  it('give way to a sentence when all is paid', async () => {
    openPayouts()
    expect(await screen.findByText('Nothing waits to be paid')).toBeVisible()
    expect(screen.queryByRole('heading', { name: 'Payouts to pay' })).toBeNull()
  })

  it('say in their row what is held, how much and why', async () => {
    openRun({
      payoutRun: () => ({
        quarterYear: '2026-Q3',
        payouts: [ASH, CEDAR, { ...CEDAR, id: 'p4' }, { ...CEDAR, id: 'p5', problem: 'bankUnreviewed' }],
      }),
    })
    const row = await screen.findByRole('row', { name: /^2026-Q3/ })
    await waitFor(() => expect(row).toHaveTextContent('2 payouts, £20.00No bank details, or not whole'))
    expect(row).toHaveTextContent('1 payout, £10.00Bank details changed and not checked yet')
  })

  it('say in their row when what is held could not be loaded', async () => {
    openRun({ payoutRun: () => breakDown() })
    const row = await screen.findByRole('row', { name: /^2026-Q3/ })
    await waitFor(() => expect(row).toHaveTextContent('Could not be loaded'))
  })

  it('are asked for again when their row opens, for a club may have changed its bank details', async () => {
    let payouts = [CEDAR]
    const { user } = openRun({ payoutRun: () => ({ quarterYear: '2026-Q3', payouts }) })
    const row = await screen.findByRole('row', { name: /^2026-Q3/ })
    await waitFor(() => expect(row).toHaveTextContent('No bank details, or not whole'))
    payouts = [{ ...CEDAR, problem: 'bankUnreviewed' }]
    await user.click(within(row).getByRole('button', { name: '2026-Q3' }))
    await waitFor(() => expect(row).toHaveTextContent('Bank details changed and not checked yet'))
  })

  it('cannot be marked all at once before a bank file names one, and the button says so', async () => {
    const { user } = openRun({ payoutRuns: () => [{ ...RUN, exported: 0, exportedAmount: '0.00' }] })
    const all = await screen.findByRole('button', { name: 'Mark all as paid for 2026-Q3' })
    expect(all).toHaveAccessibleDescription('No bank file names one of them yet.')
    await user.click(all)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.queryByRole('alertdialog')).toBeNull()
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
    expect(question).toHaveTextContent('1 payout stays pending: in no file, or not checked.')
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

  it('are paid on the day the bank sent them', async () => {
    const { user, server } = openRun({
      payQuarter: ({ quarterYear, totalAmount }) => ({ quarterYear, paid: 2, totalAmount }),
    })
    await user.click(await screen.findByRole('button', { name: 'Mark all as paid for 2026-Q3' }))
    const day = await screen.findByLabelText('Paid on')
    fireEvent.change(day, { target: { value: '2026-02-03' } })
    await user.click(screen.getByRole('button', { name: 'Mark 2 as paid' }))
    await waitFor(() =>
      expect(server.inputsOf('admin.payQuarter')).toMatchObject([{ paidAt: '2026-02-03T12:00:00.000Z' }]),
    )
  })

  it('are not paid all at once where no bank file names one that can be paid', async () => {
    const { user } = openRun({
      payoutRun: () => ({ quarterYear: '2026-Q3', payouts: [CEDAR] }),
    })
    await user.click(await screen.findByRole('button', { name: 'Mark all as paid for 2026-Q3' }))
    expect(await screen.findByText(/^No bank file names one of them/)).toBeVisible()
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })
})
