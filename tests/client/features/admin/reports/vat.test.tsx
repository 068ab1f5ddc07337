import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ReportsScreen } from '#client/features/admin/reports/reports-screen.tsx'
import { VatPeriodScreen } from '#client/features/admin/reports/vat-period-screen.tsx'
import type { Stagger } from '#shared/calendar/vat-period.ts'
import type { VatPeriodDetailOutput, VatPeriodOutput } from '#shared/schemas/vat.ts'
import { backOffice } from '#tests/client/features/admin/admin-fixtures.ts'
import { findNotices } from '#tests/client/features/admin/open-dashboard.tsx'
import { openScreen } from '#tests/client/features/auth/open-screen.tsx'

const PERIOD: VatPeriodOutput = {
  label: '2026-10_2026-12',
  title: 'October to December 2026',
  isRunning: true,
  boxes: { box1: '18.00', box4: '3.00', box5: '15.00', box6: '90.49', box7: '15.50' },
}
const DETAIL: VatPeriodDetailOutput = {
  ...PERIOD,
  kinds: [
    { kind: 'invoice', side: 'sales', vatRate: 0.2, count: 2, net: '100.00', vat: '20.00' },
    { kind: 'creditNote', side: 'sales', vatRate: 0.2, count: 1, net: '-10.00', vat: '-2.00' },
  ],
  rates: [{ vatRate: 0.2, net: '90.00', vat: '18.00' }],
  problems: [],
}

describe('the VAT periods', () => {
  it('are those of the shop’s own stagger, which can be changed', async () => {
    let stagger: Stagger = 1
    const server = backOffice({
      stripePayouts: {
        list: () => ({
          readUntil: null,
          account: {
            gross: '0.00',
            refunds: '0.00',
            disputes: '0.00',
            other: '0.00',
            fees: '0.00',
            paidOut: '0.00',
            atStripe: '0.00',
            difference: '0.00',
          },
          problems: [],
          payouts: [],
          hasMore: false,
        }),
      },
      reports: {
        payoutRuns: () => [
          { quarterYear: '2026-Q3', payouts: 3, paid: 1, total: '90.00', paidTotal: '30.00' },
        ],
        vatPeriods: () => ({ stagger, periods: [PERIOD] }),
        changeStagger: (input) => {
          stagger = input.stagger
          return { success: true as const }
        },
      },
    })
    const user = openScreen({ Screen: ReportsScreen, at: '/admin/reports' })
    const table = await screen.findByRole('table', { name: 'VAT periods' })
    expect(within(table).getByRole('columnheader', { name: 'Box 5, VAT to pay' })).toBeVisible()
    expect(within(table).getByRole('link', { name: 'October to December 2026' })).toHaveAttribute(
      'href',
      '/admin/reports/vat/2026-10_2026-12',
    )
    expect(
      within(table).getByRole('row', { name: /still running £18\.00 £3\.00 £15\.00 £90 £16/ }),
    ).toBeVisible()
    expect(screen.getByRole('row', { name: '2026-Q3 1 of 3 paid £90.00 £30.00' })).toBeVisible()
    await user.selectOptions(screen.getByLabelText('VAT periods end'), 'Every month')
    expect(await (await findNotices()).findByText('VAT periods changed')).toBeVisible()
    expect(server.inputsOf('admin.reports.changeStagger')).toEqual([{ stagger: 0 }])
  })

  it('each say first whether they balance, and open to their documents', async () => {
    const server = backOffice({
      reports: {
        vatPeriod: () => DETAIL,
        vatDocuments: () => ({
          documents: [
            {
              id: 'd1',
              number: 'INV-000001',
              kind: 'invoice' as const,
              issuedAt: '2026-11-21T10:00:00.000Z',
              taxPointAt: '2026-11-21T10:00:00.000Z',
              orderId: 'order-1',
              party: 'Kim',
              cancels: null,
              vatRate: 0.2,
              net: '50.00',
              vat: '10.00',
              gross: '60.00',
            },
          ],
          hasMore: false,
        }),
      },
    })
    const user = openScreen({ Screen: VatPeriodScreen, at: '/admin/reports/vat/2026-10_2026-12' })
    expect(await screen.findByText('It balances')).toBeVisible()
    expect(screen.getByText('Box 1, VAT on sales').nextElementSibling).toHaveTextContent('£18.00')
    expect(screen.getByText('Box 6, sales net').nextElementSibling).toHaveTextContent(
      '£90 £90.49 to the penny',
    )
    expect(screen.getByText('Box 7, purchases net').nextElementSibling).toHaveTextContent(
      '£16 £15.50 to the penny',
    )
    await user.click(screen.getByRole('button', { name: 'Boxes 1 and 6: sales' }))
    expect(await screen.findByRole('link', { name: 'INV-000001' })).toHaveAttribute(
      'href',
      '/admin/orders/order-1',
    )
    expect(server.inputsOf('admin.reports.vatDocuments')).toMatchObject([{ side: 'sales', page: 0 }])
  })

  it('name what does not fit', async () => {
    backOffice({
      reports: { vatPeriod: () => ({ ...DETAIL, problems: ['Order o-1 of £60.00 has no invoice.'] }) },
    })
    openScreen({ Screen: VatPeriodScreen, at: '/admin/reports/vat/2026-10_2026-12' })
    expect(await screen.findByText('It does not balance')).toBeVisible()
    expect(screen.getByText('Order o-1 of £60.00 has no invoice.')).toBeVisible()
  })
})
