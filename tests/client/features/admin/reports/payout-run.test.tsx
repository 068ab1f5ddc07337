import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { PayoutRunScreen } from '#client/features/admin/reports/payout-run-screen.tsx'
import type { PayoutRunReportOutput } from '#shared/schemas/payout-run-report.ts'
import { backOffice } from '#tests/client/features/admin/admin-fixtures.ts'
import { openScreen } from '#tests/client/features/auth/open-screen.tsx'

const RUN: PayoutRunReportOutput = {
  quarterYear: '2026-Q3',
  sums: { net: '15.00', vat: '3.00', total: '18.00', entries: '15.00' },
  problems: [],
  payouts: [
    {
      payoutId: 'p1',
      clubId: 'c1',
      name: 'Hedgerow',
      isPaid: true,
      problem: null,
      label: 'SB-000001',
      paidAt: '2026-11-21T09:00:00.000Z',
      fileName: 'payouts-2026-Q3.csv',
      entries: 2,
      net: '15.00',
      vat: '3.00',
      total: '18.00',
    },
  ],
}

function openRun(run: Partial<PayoutRunReportOutput> = {}) {
  backOffice({ reports: { payoutRun: () => ({ ...RUN, ...run }) } })
  openScreen({ Screen: PayoutRunScreen, at: '/admin/reports/payout-runs/2026-Q3' })
}

it('a payout run says first that it balances, and sums its payouts', async () => {
  openRun()
  expect(await screen.findByText('It balances')).toBeVisible()
  expect(screen.getByRole('row', { name: /^Hedgerow Paid 21 Nov 2026 SB-000001/ })).toBeVisible()
  expect(screen.getByRole('row', { name: /^Sum .*£15\.00 £3\.00 £18\.00$/ })).toBeVisible()
})

it('a payout run names what does not fit', async () => {
  const problem = 'The payout to Hedgerow is £15.00 without VAT, and its ledger entries are £14.00.'
  openRun({ problems: [problem] })
  expect(await screen.findByText('It does not balance')).toBeVisible()
  expect(screen.getByText(problem)).toBeVisible()
})

it('a payout run names what keeps a payout out of the bank file', async () => {
  const [paid] = RUN.payouts
  if (!paid) throw new Error('no payout')
  const waiting = { ...paid, isPaid: false, paidAt: null, fileName: null }
  openRun({
    payouts: [
      { ...waiting, payoutId: 'p1', name: 'Ash', problem: 'bankUnreviewed' },
      { ...waiting, payoutId: 'p2', name: 'Beech', problem: 'exported' },
      { ...waiting, payoutId: 'p3', name: 'Cedar' },
    ],
  })
  expect(
    await screen.findByRole('row', { name: /^Ash Bank details changed and not checked yet SB/ }),
  ).toBeVisible()
  expect(screen.getByRole('row', { name: /^Beech In a bank file already SB/ })).toBeVisible()
  expect(screen.getByRole('row', { name: /^Cedar To pay SB/ })).toBeVisible()
})
