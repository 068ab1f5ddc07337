import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { BankFilesOutput, RunPayout } from '#shared/schemas/payout-run.ts'
import { findNotices, openPayouts } from '#tests/client/features/admin/open-dashboard.tsx'
import { watchDownloads } from '#tests/client/lib/downloads.ts'
import { refuse } from '#tests/support/fake-server.ts'

const RUN = { quarterYear: '2026-Q3', pending: 3, totalAmount: '96.81', exported: 0, exportedAmount: '0.00' }
const OPEN = { exportedAt: null, earlierFile: null, problem: null }
const ASH: RunPayout = { ...OPEN, id: 'p1', clubId: 'a', clubName: 'Ash', amount: '68.14' }
const BIRCH: RunPayout = { ...OPEN, id: 'p2', clubId: 'b', clubName: 'Birch', amount: '18.67' }
const CEDAR: RunPayout = { ...OPEN, id: 'p3', clubId: 'c', clubName: 'Cedar', amount: '10.00' }
const FROZEN = { exportedAt: '2026-11-21T10:00:00.000Z', problem: 'exported' } as const

const FILE: BankFilesOutput[number] = {
  id: 'file-1',
  quarterYear: '2026-Q3',
  filename: 'payments-2026-Q3-1.csv',
  madeAt: '2026-11-21T10:00:00.000Z',
  madeBy: 'instructor@example.com',
  payouts: 2,
  totalAmount: '86.81',
  repeated: 0,
  unfrozen: 0,
  paid: 0,
  paidAmount: '0.00',
}

type Admin = Parameters<typeof openPayouts>[0]

function openRun(payouts: RunPayout[], over: Admin = {}) {
  return openPayouts({
    payoutRuns: () => [RUN],
    payoutRun: () => ({ quarterYear: '2026-Q3', payouts }),
    ...over,
  })
}

describe('making the file for the bank', () => {
  it('names count and sum before it is made, and afterwards who is not in it', async () => {
    const saved = watchDownloads()
    const { user, server } = openRun([ASH, BIRCH, { ...CEDAR, problem: 'noBankDetails' }], {
      exportBankFile: () => ({
        filename: 'payments-2026-Q3-1.csv',
        content: 'Sort code\r\n',
        files: [{ filename: 'payments-2026-Q3-1.csv', content: 'Sort code\r\n' }],
        payouts: 2,
        totalAmount: '86.81',
        repeated: 0,
        refused: [{ id: 'p3', clubName: 'Cedar', amount: '10.00', problem: 'noBankDetails' }],
      }),
    })
    await user.click(await screen.findByRole('button', { name: 'Make bank file for 2026-Q3' }))
    const question = await screen.findByRole('alertdialog')
    expect(question).toHaveTextContent('2 payouts, £86.81')
    expect(question).toHaveTextContent('eighty-six pounds and eighty-one pence.')
    expect(question).not.toHaveTextContent('twice')
    expect(question).toHaveTextContent(
      '1 payout left out: No bank details, or not whole. Enter them under Clubs, Edit details.',
    )
    await user.click(within(question).getByRole('button', { name: 'Make bank file' }))
    const left = await screen.findByRole('dialog', { name: 'Not in the bank file for 2026-Q3' })
    expect(
      within(left).getByRole('row', { name: /^Cedar £10\.00 No bank details, or not whole\. Enter them/ }),
    ).toBeVisible()
    expect(saved.map(({ name }) => name)).toEqual(['payments-2026-Q3-1.csv'])
    expect(server.inputsOf('admin.exportBankFile')).toEqual([
      { quarterYear: '2026-Q3', totalAmount: '86.81' },
    ])
  })

  it('says which of them an earlier file named', async () => {
    const { user } = openRun([{ ...ASH, earlierFile: 'payments-2026-Q3-1.csv' }, BIRCH])
    await user.click(await screen.findByRole('button', { name: 'Make bank file for 2026-Q3' }))
    expect(await screen.findByRole('alertdialog')).toHaveTextContent(
      '1 payout stood in payments-2026-Q3-1.csv already. If your bank has that, this one pays it twice.',
    )
  })

  it('says why no one would be in it, and where that is put right', async () => {
    const { user } = openRun([
      { ...ASH, ...FROZEN },
      { ...BIRCH, problem: 'vatUnreviewed' },
    ])
    await user.click(await screen.findByRole('button', { name: 'Make bank file for 2026-Q3' }))
    await screen.findByText('There is nobody to name in it.')
    const why = screen.getByRole('dialog', { name: 'Make the bank file for 2026-Q3?' })
    expect(why).toHaveTextContent('1 payout left out: In a bank file already. Mark them as paid, or unfreeze')
    expect(why).toHaveTextContent('not checked yet. Look the number up, on this page.')
    // A narrow screen breaks a line at every hyphen.
    expect(within(why).getByText('2026-Q3?')).toHaveClass('one-line')
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })
})

describe('the main button', () => {
  it('makes the file first, and once there is one marks all as paid', async () => {
    openRun([ASH])
    expect(await screen.findByRole('button', { name: 'Make bank file for 2026-Q3' })).toHaveClass('btn-go')
    cleanup()
    openRun([{ ...ASH, ...FROZEN }], { payoutRuns: () => [{ ...RUN, exported: 1, exportedAmount: '68.14' }] })
    const pay = await screen.findByRole('button', { name: 'Mark all as paid for 2026-Q3' })
    expect(pay).toHaveClass('btn-go')
    expect(document.querySelectorAll('.btn-go')).toHaveLength(1)
  })
})

describe('unfreezing', () => {
  it('asks first, with count and sum, for one payout and for all', async () => {
    const { user, server } = openRun([{ ...ASH, ...FROZEN }, { ...BIRCH, ...FROZEN }, CEDAR], {
      unfreezePayouts: ({ payoutIds }) => ({ quarterYear: '2026-Q3', payouts: payoutIds.length }),
    })
    await user.click(await screen.findByRole('button', { name: '2026-Q3' }))
    await user.click(await screen.findByRole('button', { name: 'Unfreeze the payout to Ash' }))
    const one = await screen.findByRole('alertdialog', { name: 'Unfreeze the payout to Ash?' })
    expect(one).toHaveTextContent('1 payout, £68.14')
    expect(server.inputsOf('admin.unfreezePayouts')).toEqual([])
    await user.click(within(one).getByRole('button', { name: 'Unfreeze 1' }))
    expect(await (await findNotices()).findByText('1 payout of 2026-Q3.')).toBeVisible()

    await user.click(screen.getByRole('button', { name: 'Unfreeze all of 2026-Q3' }))
    const all = await screen.findByRole('alertdialog', { name: 'Unfreeze the payouts of 2026-Q3?' })
    expect(all).toHaveTextContent('2 payouts, £86.81')
    expect(all).toHaveTextContent('If your bank has this one, they are paid twice.')
    await user.click(within(all).getByRole('button', { name: 'Unfreeze 2' }))
    await waitFor(() =>
      expect(server.inputsOf('admin.unfreezePayouts')).toEqual([
        { quarterYear: '2026-Q3', payoutIds: ['p1'], totalAmount: '68.14' },
        { quarterYear: '2026-Q3', payoutIds: ['p1', 'p2'], totalAmount: '86.81' },
      ]),
    )
  })

  it('does nothing when the question is cancelled, and names the earlier file afterwards', async () => {
    const { user, server } = openRun([
      { ...ASH, ...FROZEN },
      { ...BIRCH, earlierFile: 'payments-2026-Q3-1.csv' },
    ])
    await user.click(await screen.findByRole('button', { name: '2026-Q3' }))
    expect(await screen.findByText('In the file of 21 Nov 2026')).toBeVisible()
    expect(screen.getByText('Stood in payments-2026-Q3-1.csv')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Unfreeze all of 2026-Q3' }))
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(server.inputsOf('admin.unfreezePayouts')).toEqual([])
  })
})

describe('files that were made', () => {
  it('are listed with what became of them, and downloaded again', async () => {
    const saved = watchDownloads()
    const repeating = {
      ...FILE,
      id: 'file-2',
      filename: 'payments-2026-Q3-2-repeats-1.csv',
      payouts: 1,
      repeated: 1,
      paid: 1,
    }
    const { user, server } = openPayouts({
      bankFiles: () => [repeating, { ...FILE, unfrozen: 1 }],
      downloadBankFile: () => ({ filename: FILE.filename, content: 'Sort code\r\n' }),
    })
    const table = within(await screen.findByRole('table', { name: 'Bank files' }))
    const [made] = table.getAllByText(FILE.madeBy)
    expect(made?.closest('td')?.children).toHaveLength(1)
    expect(
      table.getByRole('row', { name: /repeats-1\.csv .*All paid 1 payout of an earlier file/ }),
    ).toBeVisible()
    expect(
      table.getByRole('row', { name: /Q3-1\.csv 2 payouts 21 Nov 2026, 10:00 .*£86\.81 1 unfrozen/ }),
    ).toBeVisible()
    await user.click(table.getByRole('button', { name: 'Download payments-2026-Q3-1.csv again' }))
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual([FILE.filename]))
    expect(server.inputsOf('admin.downloadBankFile')).toEqual([{ id: 'file-1' }])
  })

  it('have all their payments taken back in one step, after a look at the sum', async () => {
    let isPaid = true
    const { user, server } = openPayouts({
      bankFiles: () => [{ ...FILE, paid: isPaid ? 2 : 0, paidAmount: isPaid ? '86.81' : '0.00' }],
      reversePayments: ({ totalAmount }) => {
        isPaid = false
        return { reversed: 2, totalAmount }
      },
    })
    await user.click(
      await screen.findByRole('button', { name: 'Take back the payments of payments-2026-Q3-1.csv' }),
    )
    const question = await screen.findByRole('alertdialog')
    expect(question).toHaveTextContent('2 payouts, £86.81')
    await user.click(within(question).getByRole('button', { name: 'Take back 2' }))
    expect(await (await findNotices()).findByText('Payment Reversed')).toBeVisible()
    expect(server.inputsOf('admin.reversePayments')).toEqual([{ bankFileId: 'file-1', totalAmount: '86.81' }])
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Take back the payments/ })).toBeNull())
  })

  it('say when they could not be downloaded', async () => {
    const { user } = openPayouts({
      bankFiles: () => [FILE],
      downloadBankFile: () => refuse('NOT_FOUND'),
    })
    await user.click(await screen.findByRole('button', { name: 'Download payments-2026-Q3-1.csv again' }))
    expect(await (await findNotices()).findByText('Failed to download the bank file')).toBeVisible()
  })
})
