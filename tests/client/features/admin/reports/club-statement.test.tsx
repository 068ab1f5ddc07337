import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ClubStatementScreen } from '#client/features/admin/reports/club-statement-screen.tsx'
import type { ClubStatementOutput } from '#shared/schemas/payout-run-report.ts'
import { backOffice } from '#tests/client/features/admin/admin-fixtures.ts'
import { openScreen } from '#tests/client/features/auth/open-screen.tsx'

const STATEMENT: ClubStatementOutput = {
  ...{ quarterYear: '2026-Q3', name: 'Hedgerow', referralCode: 'HEDGEROW17', isRunning: false, problems: [] },
  sums: {
    ...{ brought: '5.00', earned: '10.00', corrected: '0.00', reversed: '-2.50', forfeited: '0.00' },
    ...{ carried: '2.50', net: '10.00', vat: '2.00', total: '12.00' },
  },
  payout: { isPaid: true, paidAt: '2026-11-21T09:00:00.000Z', label: 'PAY-000001' },
  entries: [
    {
      kind: 'earned',
      ...{ id: 'e1', quarter: '2026-Q2', at: '2026-05-10T09:00:00.000Z', reason: null },
      ...{ amount: '2.50', isCarried: false, orderId: 'o1', invoiceNumber: 'INV-000004' },
      working: { paid: '60.00', vat: '10.00', fee: '0.00', net: '50.00', percent: 5 },
    },
    {
      kind: 'reversed',
      ...{ id: 'e2', quarter: '2026-Q3', at: '2026-08-11T09:00:00.000Z' },
      ...{ reason: 'The refund paid the buyer back', amount: '-2.50', isCarried: true },
      ...{ orderId: null, invoiceNumber: null, working: null },
    },
  ],
}

function open(change: Partial<ClubStatementOutput> = {}) {
  backOffice({ reports: { clubStatement: () => ({ ...STATEMENT, ...change }) } })
  openScreen({ Screen: ClubStatementScreen, at: '/admin/reports/statements/c1/2026-Q3' })
}

it('a club’s statement says first that it balances, and shows each sum', async () => {
  open()
  expect(await screen.findByText('It balances')).toBeVisible()
  expect(
    screen.getByText(
      /Less £2\.50 carried forward it comes to the £10\.00 of the payout, and PAY-000001 says the same/,
    ),
  ).toBeVisible()
  expect(screen.getByText('Paid 21 Nov 2026')).toBeVisible()
  expect(
    screen.getByRole('row', {
      name: '10 May 2026 Earned, 2026-Q2 INV-000004 £60.00 £10.00 £0.00 £50.00 5% £2.50',
    }),
  ).toBeVisible()
  expect(screen.getByRole('row', { name: /Reversed, carried forward/ })).toBeVisible()
})

it('a club’s statement names what does not fit', async () => {
  const problem = 'The statement comes to £10.00, and the payout is £11.00 without VAT.'
  open({ problems: [problem] })
  expect(await screen.findByText('It does not balance')).toBeVisible()
  expect(screen.getByText(problem)).toBeVisible()
})
