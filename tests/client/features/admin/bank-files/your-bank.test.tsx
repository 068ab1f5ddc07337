import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { findNotices, openPayouts } from '#tests/client/features/admin/open-dashboard.tsx'
import { watchDownloads } from '#tests/client/lib/downloads.ts'

const COUTTS = {
  layout: 'coutts' as const,
  sortCode: '••-••-56',
  accountNumber: '••••5678',
  accountName: 'Made-up Films Ltd',
  serviceUserNumber: null,
}

const ASH = {
  payoutId: 'p1',
  clubName: 'Ash',
  quarterYear: '2026-Q3',
  amount: '68.14',
  day: '2026-10-02T11:00:00.000Z',
}

describe('the seller’s bank', () => {
  it('is said by layout and ending, and changed with the masked numbers as they are', async () => {
    const { user, server } = openPayouts({
      sellerAccount: () => COUTTS,
      setSellerAccount: (input) => ({ ...COUTTS, layout: input.layout }),
    })
    expect(
      await screen.findByText(
        'Bank files are made for: Coutts Online, Faster Payments. Paid from Made-up Films Ltd, ••••5678.',
      ),
    ).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Change your bank' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Your bank' }))
    expect(dialog.queryByLabelText('Service user number')).toBeNull()
    await user.selectOptions(dialog.getByLabelText('Layout of bank files'), 'Bacs Standard 18')
    await user.type(dialog.getByLabelText('Service user number'), '408912')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(server.inputsOf('admin.setSellerAccount')).toEqual([
        { ...COUTTS, layout: 'bacsStandard18', serviceUserNumber: '408912' },
      ]),
    )
  })

  it('gives the bank file its day, and every file of several is saved', async () => {
    const saved = watchDownloads()
    const { user, server } = openPayouts({
      sellerAccount: () => COUTTS,
      payoutRuns: () => [
        { quarterYear: '2026-Q3', pending: 1, totalAmount: '68.14', exported: 0, exportedAmount: '0.00' },
      ],
      payoutRun: () => ({
        quarterYear: '2026-Q3',
        payouts: [
          {
            id: 'p1',
            clubId: 'a',
            clubName: 'Ash',
            amount: '68.14',
            exportedAt: null,
            earlierFile: null,
            problem: null,
          },
        ],
      }),
      exportBankFile: () => ({
        filename: 'payments-2026-Q3-1.csv',
        content: 'a',
        files: [
          { filename: 'payments-2026-Q3-1.csv', content: 'a' },
          { filename: 'payments-2026-Q3-2.csv', content: 'b' },
        ],
        payouts: 1,
        totalAmount: '68.14',
        repeated: 0,
        refused: [],
      }),
    })
    await user.click(await screen.findByRole('button', { name: 'Make bank file for 2026-Q3' }))
    const question = within(await screen.findByRole('alertdialog'))
    expect(question.getByText('Layout: Coutts Online, Faster Payments.')).toBeVisible()
    const day = question.getByLabelText('The bank pays on')
    await user.clear(day)
    await user.type(day, '2099-01-02')
    await user.click(question.getByRole('button', { name: 'Make bank file' }))
    await waitFor(() =>
      expect(saved.map(({ name }) => name)).toEqual(['payments-2026-Q3-1.csv', 'payments-2026-Q3-2.csv']),
    )
    expect(server.inputsOf('admin.exportBankFile')).toEqual([
      { quarterYear: '2026-Q3', totalAmount: '68.14', payOn: '2099-01-02T12:00:00.000Z' },
    ])
    expect(await (await findNotices()).findByText('2 Bank Files Made')).toBeVisible()
  })
})

describe('the bank’s answer', () => {
  it('is read from a file, and does only what is confirmed', async () => {
    const { user, server } = openPayouts({
      readStatement: () => ({
        lines: 12,
        paid: [ASH],
        returned: [{ ...ASH, payoutId: 'p2', clubName: 'Birch', amount: '10.00' }],
        unclear: [{ row: 7, text: '2026-Q3 CEDAR', amount: '-9.99' }],
      }),
      payMatched: () => ({ payouts: 1, totalAmount: '68.14' }),
      returnPayments: () => ({ payouts: 1, totalAmount: '10.00' }),
    })
    const read = async () => {
      await user.click(await screen.findByRole('button', { name: 'Read a bank statement' }))
      const dialog = within(await screen.findByRole('dialog', { name: 'Read a bank statement' }))
      await user.upload(
        dialog.getByLabelText('Statement (CSV)'),
        // A pound sign as Windows writes it.
        new File(['Date,Amount (', new Uint8Array([0xa3]), ')\n'], 'bank.csv', { type: 'text/csv' }),
      )
      return dialog
    }
    const first = await read()
    expect(await first.findByText(/^12 lines read\./)).toBeVisible()
    expect(server.inputsOf('admin.readStatement')).toEqual([{ content: 'Date,Amount (£)\n' }])
    expect(first.getByRole('row', { name: /^Ash/ })).toHaveTextContent('2026-Q32 Oct 2026£68.14')
    expect(first.getByRole('row', { name: /CEDAR/ })).toHaveTextContent('7')
    expect(server.inputsOf('admin.payMatched')).toEqual([])
    await user.click(first.getByRole('button', { name: 'Mark 1 payout, £68.14, as paid' }))
    await waitFor(() =>
      expect(server.inputsOf('admin.payMatched')).toEqual([
        { payouts: [{ payoutId: 'p1', day: ASH.day }], totalAmount: '68.14' },
      ]),
    )
    const second = await read()
    await user.click(await second.findByRole('button', { name: 'Reopen 1 payout, £10.00' }))
    await waitFor(() =>
      expect(server.inputsOf('admin.returnPayments')).toEqual([{ payoutIds: ['p2'], totalAmount: '10.00' }]),
    )
  })
})
