import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { labelOf, quarterOf } from '#shared/calendar/quarter.ts'
import { aPayout, aQuarter, aReferer, aSummary } from '#tests/client/features/admin/admin-fixtures.ts'
import { findCodeQuestion } from '#tests/client/features/admin/find-code-question.ts'
import { findNotices, openDashboard } from '#tests/client/features/admin/open-dashboard.tsx'
import { fillIn } from '#tests/client/features/auth/open-screen.tsx'
import { breakDown, refuse } from '#tests/support/fake-server.ts'

const PENDING = aPayout({ payoutAmount: '68.14', vatAmount: '13.63', totalPayoutAmount: '81.77' })
const PAID = aPayout({ ...PENDING, status: 'paid', paidAt: '2026-10-08T09:00:00.000Z' })
const WHAT = '£81.77 to Hedgerow Flying Club for 2026-Q3'

type Admin = Parameters<typeof openDashboard>[0]

async function openQuarter(admin: Admin) {
  const opened = openDashboard(admin)
  await opened.user.click(await screen.findByRole('button', { name: 'Hedgerow Flying Club' }))
  await screen.findByRole('table', { name: 'Quarters of Hedgerow Flying Club' })
  return opened
}

type Opened = Awaited<ReturnType<typeof openQuarter>>

async function press({ user }: Opened, opener: string, confirm: string) {
  await user.click(screen.getByRole('button', { name: opener }))
  const question = await screen.findByRole('alertdialog')
  expect(question).toHaveTextContent(WHAT)
  await user.click(within(question).getByRole('button', { name: confirm }))
}

const pay = (opened: Opened) => press(opened, `Mark as Paid: ${WHAT}`, 'Mark as Paid')

describe('a payout', () => {
  it('is marked as paid, after a look at whom and how much', async () => {
    let isPaid = false
    const opened = await openQuarter({
      refererPayouts: () => [isPaid ? PAID : PENDING],
      setPayoutStatus: () => {
        isPaid = true
        return PAID
      },
    })
    await pay(opened)
    expect(await (await findNotices()).findByText('Payment Processed')).toBeVisible()
    expect(await screen.findByText(/8 Oct 2026, incl\. £13\.63 VAT/)).toBeVisible()
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(opened.server.inputsOf('admin.setPayoutStatus')).toEqual([{ id: 'payout-q3', status: 'paid' }])
    expect(opened.server.inputsOf('admin.referersSummary')).toHaveLength(2)
  })

  it('that no bank file names is paid as a person says, on the day they choose', async () => {
    const pending = aPayout({ ...PENDING, inBankFile: false })
    const answer = aPayout({ ...PAID, warning: 'No bank details of this referer are known here.' })
    const opened = await openQuarter({ refererPayouts: () => [pending], setPayoutStatus: () => answer })
    await pay(opened)
    const question = await screen.findByRole('alertdialog')
    expect(question).toHaveTextContent(
      'No bank file names it. No bank details of this referer are known here.',
    )
    expect(question).toHaveTextContent('Please say how it was paid.')
    await opened.user.click(within(question).getByLabelText('Otherwise'))
    await fillIn(opened.user, 'How', 'Cheque 000123')
    const day = within(question).getByLabelText('Paid on')
    fireEvent.change(day, { target: { value: '2099-01-01' } })
    await opened.user.click(within(question).getByRole('button', { name: 'Mark as Paid' }))
    expect(question).toHaveTextContent('This day is still to come.')
    expect(opened.server.inputsOf('admin.setPayoutStatus')).toEqual([])
    fireEvent.change(day, { target: { value: '2026-07-01' } })
    await opened.user.click(within(question).getByRole('button', { name: 'Mark as Paid' }))
    expect(await (await findNotices()).findByText(/No bank details of this referer/)).toBeVisible()
    const word = { paidHow: 'other', paidNote: 'Cheque 000123', paidAt: '2026-07-01T11:00:00.000Z' }
    expect(opened.server.inputsOf('admin.setPayoutStatus')).toEqual([
      { id: 'payout-q3', status: 'paid', ...word },
    ])
  })

  it.each([
    [null, /^Overpaid by £7\.00: .* taken off what they earn next\.$/],
    ['2026-11-01T00:00:00.000Z', /^Overpaid by £7\.00: .* the agreement has ended\. Ask for it back\.$/],
  ])('that was too much says what comes of it, ended: %s', async (endedAt, words) => {
    const over = aSummary({ club: aReferer({ endedAt }), overpaidCommission: '7.00' })
    const { user } = openDashboard({ refererPayouts: () => [PAID], referersSummary: () => [over] })
    await user.click(await screen.findByRole('button', { name: /^Hedgerow Flying Club/ }))
    const title = await screen.findByText('Overpaid by £7.00:')
    expect(title.closest('p')).toHaveTextContent(words)
  })

  it('says how it was paid, where no file did', async () => {
    await openQuarter({ refererPayouts: () => [aPayout({ ...PAID, paidHow: 'bankTransfer' })] })
    expect(await screen.findByText(/8 Oct 2026, transfer by hand, incl\./)).toBeVisible()
  })

  it('is reversed', async () => {
    const opened = await openQuarter({ refererPayouts: () => [PAID], setPayoutStatus: () => PENDING })
    await press(opened, `Reverse the payment of ${WHAT}`, 'Reverse')
    expect(await (await findNotices()).findByText('Payment Reversed')).toBeVisible()
    expect(opened.server.inputsOf('admin.setPayoutStatus')).toEqual([{ id: 'payout-q3', status: 'pending' }])
  })

  it('says why it could not be paid, and shows what there is now', async () => {
    const opened = await openQuarter({
      refererPayouts: () => [PENDING],
      setPayoutStatus: () => refuse('PAYOUT_VOID'),
    })
    await pay(opened)
    const notices = await findNotices()
    expect(await notices.findByText('Failed to process payment')).toBeVisible()
    expect(
      notices.getByText('This payout was made again after a refund. Please use the new one.'),
    ).toBeVisible()
    await waitFor(() => expect(opened.server.inputsOf('admin.refererPayouts')).toHaveLength(2))
  })

  it('says when it could not be reversed', async () => {
    const opened = await openQuarter({ refererPayouts: () => [PAID], setPayoutStatus: () => breakDown() })
    await press(opened, `Reverse the payment of ${WHAT}`, 'Reverse')
    expect(await (await findNotices()).findByText('Failed to reverse payment status')).toBeVisible()
    expect(screen.getByRole('alertdialog')).toBeVisible()
  })
})

it('of a quarter that still runs is no alarm, that of one that is over is', async () => {
  const running = labelOf(quarterOf(new Date()))
  await openQuarter({
    refererQuarters: () => [
      aQuarter(running, '20.00'),
      aQuarter('2025-Q1', '20.00', { isUnprocessed: true }),
    ],
  })
  const stateOf = (text: string) => screen.getByText(text).closest('.status')?.className
  expect(stateOf('Unprocessed')).toBe('status status-not-started')
  expect(stateOf('Payout not made')).toBe('status status-stop')
})

describe('a new code', () => {
  function wantingACode(over: Admin = {}) {
    let isFresh = false
    return openQuarter({
      refererPayouts: () => [PENDING],
      setPayoutStatus: () => (isFresh ? PAID : refuse('STEP_UP_REQUIRED')),
      stepUpRequest: () => ({ success: true, message: 'Sent.' }),
      stepUpConfirm: ({ authCode }) => {
        if (authCode !== '123456') refuse('STEP_UP_CODE_WRONG')
        isFresh = true
        return { success: true, codeFreshUntil: '2026-11-21T21:00:00.000Z' }
      },
      ...over,
    })
  }

  const findQuestion = async () => within(await findCodeQuestion())

  it('is asked for once, and the payment goes on after it', async () => {
    const opened = await wantingACode()
    await pay(opened)
    const question = await findQuestion()
    const verify = question.getByRole('button', { name: 'Verify' })
    expect(verify).toHaveAccessibleDescription('All 6 digits come first.')
    await waitFor(() => expect(opened.server.inputsOf('admin.stepUpRequest')).toHaveLength(1))
    await fillIn(opened.user, 'Authentication code', '123456')
    await opened.user.click(verify)
    expect(await screen.findByText('Payment Processed')).toBeVisible()
    expect(screen.queryByRole('dialog', { name: 'Please confirm with a new code' })).toBeNull()
    expect(opened.server.inputsOf('admin.setPayoutStatus')).toHaveLength(2)
  })

  it('that is wrong is said at the field, and nothing is paid', async () => {
    const opened = await wantingACode()
    await pay(opened)
    await findQuestion()
    await fillIn(opened.user, 'Authentication code', '999999')
    await opened.user.click(screen.getByRole('button', { name: 'Verify' }))
    const words = /That code is not right\. Please check it and try again\./
    await waitFor(() =>
      expect(screen.getByLabelText('Authentication code')).toHaveAccessibleDescription(words),
    )
    expect(opened.server.inputsOf('admin.setPayoutStatus')).toHaveLength(1)
  })

  it('is not given: nothing is done, and the question before it stays', async () => {
    const opened = await wantingACode()
    await pay(opened)
    const question = await findQuestion()
    await opened.user.click(question.getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByRole('alertdialog')).toBeVisible()
    expect(opened.server.inputsOf('admin.setPayoutStatus')).toHaveLength(1)
  })

  it('is sent again on demand', async () => {
    const opened = await wantingACode()
    await pay(opened)
    const question = await findQuestion()
    await waitFor(() => expect(opened.server.inputsOf('admin.stepUpRequest')).toHaveLength(1))
    await opened.user.click(question.getByRole('button', { name: 'Resend code' }))
    await waitFor(() => expect(opened.server.inputsOf('admin.stepUpRequest')).toHaveLength(2))
  })
})

describe('a closed quarter without payouts', () => {
  it('is not mentioned when there is none', async () => {
    openDashboard()
    await screen.findByRole('table', { name: 'Referers Summary' })
    expect(screen.queryByText(/is over and its payouts are not made/)).toBeNull()
  })

  it('has them made', async () => {
    let isMade = false
    const { user, server } = openDashboard({
      unprocessedQuarters: () =>
        isMade ? [] : [{ quarterYear: '2026-Q3', commissionCount: 9, commissionAmount: '68.14' }],
      generatePayouts: ({ quarterYear }) => {
        isMade = true
        return { quarterYear, payouts: [aPayout()], carriedForward: 2 }
      },
    })
    expect(await screen.findByText('2026-Q3 is over and its payouts are not made')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Make payouts for 2026-Q3' }))
    expect(await (await findNotices()).findByText('1 payout made, 2 carried forward.')).toBeVisible()
    await waitFor(() => expect(screen.queryByText(/payouts are not made/)).toBeNull())
    expect(server.inputsOf('admin.generatePayouts')).toEqual([{ quarterYear: '2026-Q3' }])
  })
})

describe('bank details that a referer changed', () => {
  it('wait until an admin has checked them', async () => {
    let isChecked = false
    const change = {
      id: 'club-hedgerow',
      name: 'Hedgerow Flying Club',
      changedAt: '2026-11-20T14:05:00.000Z',
      sortCode: '••-••-99',
      accountNumber: '••••0001',
      phoneNumber: '07700 900999',
      phoneKnownBefore: '01632 960000',
    }
    const { user, server } = openDashboard({
      bankChanges: () => (isChecked ? [] : [change]),
      reviewBankChange: () => {
        isChecked = true
        return { success: true }
      },
    })
    expect(await screen.findByText('Hedgerow Flying Club changed their bank details')).toBeVisible()
    expect(screen.getByText(/20 November 2026 at 14:05, to sort code ••-••-99/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Mark as checked' }))
    await waitFor(() => expect(screen.queryByText(/changed their bank details/)).toBeNull())
    expect(server.inputsOf('admin.reviewBankChange')).toEqual([
      { id: 'club-hedgerow', changedAt: change.changedAt, phoneNumber: '07700 900999' },
    ])
  })

  it.each([
    ['stands', '01632 960000', '01632 960000', /^The number you knew before: 01632 960000\. ?$/],
    ['is gone', '01632 960000', null, /01632 960000\. It has been removed in the portal since/],
    ['is another', '01632 960000', '07700 900999', /01632 960000\. The portal now has 07700 900999: ask/],
    ['was never known', null, '07700 900999', /no number of theirs before.*07700 900999: do not rely/],
    ['was never given', null, null, /no number of theirs before\. Find one elsewhere/],
  ])('name the number to ring where it %s', async (_what, phoneKnownBefore, phoneNumber, words) => {
    const number = { phoneKnownBefore, phoneNumber }
    const bank = { sortCode: '••-••-99', accountNumber: '••••0001', changedAt: '2026-11-20T14:05:00.000Z' }
    openDashboard({ bankChanges: () => [{ id: 'club', name: 'Hedgerow', ...bank, ...number }] })
    const note = await screen.findByText(/number (of theirs|you knew) before/)
    expect(note).toHaveTextContent(words)
  })
})
