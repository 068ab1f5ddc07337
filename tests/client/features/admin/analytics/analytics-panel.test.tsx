import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useLocation } from 'react-router'
import { describe, expect, it } from 'vitest'
import { AnalyticsPanel } from '#client/features/admin/analytics/analytics-panel.tsx'
import type { RevenueAnalyticsOutput } from '#shared/schemas/admin-reports.ts'
import type { RefererWaterfallsOutput, WaterfallOutput } from '#shared/schemas/reports.ts'
import { backOffice } from '#tests/client/features/admin/admin-fixtures.ts'
import { openDashboard } from '#tests/client/features/admin/open-dashboard.tsx'
import { openScreen } from '#tests/client/features/auth/open-screen.tsx'
import { breakDown } from '#tests/support/fake-server.ts'

const REVENUE: RevenueAnalyticsOutput = {
  period: { from: '2026-01-03', to: '2026-11-21' },
  totalRevenue: '360.00',
  totalCommissionsPaid: '12.00',
  totalDiscountsGiven: '34.00',
  videoBreakdown: [
    {
      videoId: 1,
      videoTitle: 'Air Law',
      totalRevenue: '54.00',
      totalSales: 2,
      individualSales: 1,
      bundleSales: 1,
    },
    {
      videoId: 2,
      videoTitle: 'Navigation',
      totalRevenue: '306.00',
      totalSales: 3,
      individualSales: 1,
      bundleSales: 2,
    },
  ],
  clubValueComparison: [
    {
      clubId: 'c',
      clubName: 'Hedgerow',
      customerCount: 2,
      totalRevenue: '306.00',
      commissionGenerated: '12.51',
    },
  ],
  monthlyTrends: ['06', '07', '08', '09', '10', '11'].map((month, index) => ({
    month: `2026-${month}`,
    revenue: `${index * 100}.50`,
    sales: index,
    newCustomers: index,
    isRunning: month === '11',
  })),
}

const WATERFALL: WaterfallOutput = {
  list: '380.00',
  collectionDiscount: '40.00',
  codeDiscount: '34.00',
  refunded: '0.00',
  paid: '306.00',
  vat: '51.00',
  cardFee: '4.79',
  commission: '12.51',
  kept: '237.70',
}
const WATERFALLS: RefererWaterfallsOutput = {
  total: WATERFALL,
  referers: [{ clubId: 'c', clubName: 'Hedgerow', sales: 1, waterfall: WATERFALL }],
}

const opener = (name: string) => screen.findByRole('button', { name })

function PanelWithAddress() {
  return (
    <>
      <output aria-label="Address">{useLocation().search}</output>
      <AnalyticsPanel />
    </>
  )
}

function openAnalytics(at: string) {
  const server = backOffice({
    reports: {
      revenueAnalytics: () => REVENUE,
      refererWaterfalls: () => WATERFALLS,
      saleWaterfalls: () => ({ total: 0, sales: [] }),
    },
  })
  return { server, user: openScreen({ Screen: PanelWithAddress, at }) }
}

describe('Revenue Analytics', () => {
  it('is asked for when it is opened, not before, and has a table behind each chart', async () => {
    const { user, server } = openDashboard({
      reports: {
        revenueAnalytics: () => REVENUE,
        refererWaterfalls: () => WATERFALLS,
        saleWaterfalls: () => ({
          total: 1,
          sales: [
            {
              orderId: 'o',
              paidAt: '2026-11-20T10:00:00.000Z',
              username: 'sam',
              what: 'Complete package',
              feeIsEstimate: true,
              waterfall: WATERFALL,
            },
          ],
        }),
      },
    })
    const button = await opener('Revenue Analytics')
    expect(server.inputsOf('admin.reports.revenueAnalytics')).toEqual([])
    await user.click(button)
    expect(await screen.findByText('£360.00', { selector: 'dd' })).toBeVisible()
    expect(screen.getByText(/Revenue by month: Jun £1; .*Nov £501, not finished\./)).toBeInTheDocument()
    await user.click(screen.getByText('The figures as a table'))
    const months = screen.getByRole('table', { name: 'Revenue by month' })
    expect(within(months).getByRole('row', { name: /^Nov still running £500\.50$/ })).toBeVisible()
    await user.click(screen.getByRole('tab', { name: 'New customers' }))
    expect(screen.getByText(/New customers by month: Jun 0;/)).toBeInTheDocument()
    const videos = screen.getByRole('table', { name: 'Sales by film' })
    expect(within(videos).getByRole('row', { name: 'All films £360.00 5 2 3' })).toBeVisible()
    expect(within(screen.getByRole('table', { name: 'Revenue by club' })).getByText('£12.51')).toBeVisible()

    expect(await screen.findByText('£237.70', { selector: 'dd' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Hedgerow' }))
    const sales = await screen.findByRole('table', { name: 'Sales: Hedgerow' })
    expect(
      within(sales).getByRole('row', {
        name: /Complete package sam 20 Nov 2026 £380\.00 −£74\.00 £0\.00 −£51\.00/,
      }),
    ).toBeVisible()
    expect(within(sales).getByText('estimated')).toBeVisible()
    expect(server.inputsOf('admin.reports.saleWaterfalls')).toEqual([{ clubId: 'c', page: 0 }])
  })

  it('says when it could not be had, and tries again', async () => {
    let isBroken = true
    const { user } = openDashboard({
      reports: {
        revenueAnalytics: () => (isBroken ? breakDown(503) : REVENUE),
        refererWaterfalls: () => WATERFALLS,
      },
    })
    await user.click(await opener('Revenue Analytics'))
    const again = await opener('Try again')
    isBroken = false
    await user.click(again)
    expect(await screen.findByText('£360.00', { selector: 'dd' })).toBeVisible()
  })

  it('has a period, which the address keeps, and says its dates once, above the figures', async () => {
    const { server, user } = openAnalytics('/admin?period=last-year')
    const lastYear = new Date().getFullYear() - 1
    await screen.findByText('£360.00', { selector: 'dd' })
    const days = { from: `${lastYear}-01-01`, to: `${lastYear}-12-31` }
    expect(server.inputsOf('admin.reports.revenueAnalytics').at(-1)).toEqual(days)
    await waitFor(() => expect(server.inputsOf('admin.reports.refererWaterfalls').at(-1)).toEqual(days))
    expect(screen.getByLabelText('Period')).toHaveDisplayValue('Last year')
    const dates = '3 January 2026 to 21 November 2026'
    expect(screen.getAllByText(dates)).toEqual([screen.getByRole('heading', { name: dates })])
    for (const name of ['By film', 'By club', 'From list price to what is kept'])
      expect(screen.getByRole('heading', { name })).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Monthly trends the last 6 months' })).toBeVisible()

    await user.selectOptions(screen.getByLabelText('Period'), 'Own dates')
    expect(screen.getByLabelText('First day')).toHaveValue(days.from)
    fireEvent.change(screen.getByLabelText('First day'), { target: { value: '2026-10-05' } })
    expect(await screen.findByText('The first day has to come before the last.')).toBeVisible()
    fireEvent.change(screen.getByLabelText('Last day'), { target: { value: '2026-10-20' } })
    await screen.findByText('£360.00', { selector: 'dd' })
    const own = { from: '2026-10-05', to: '2026-10-20' }
    expect(server.inputsOf('admin.reports.revenueAnalytics').at(-1)).toEqual(own)
    expect(screen.getByRole('status', { name: 'Address' })).toHaveTextContent(
      '?from=2026-10-05&to=2026-10-20',
    )
    await user.click(await screen.findByRole('button', { name: 'Hedgerow' }))
    await waitFor(() =>
      expect(server.inputsOf('admin.reports.saleWaterfalls').at(-1)).toEqual({
        clubId: 'c',
        page: 0,
        period: own,
      }),
    )
  })
})
