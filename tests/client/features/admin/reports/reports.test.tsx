import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { RevenueAnalyticsOutput } from '#shared/schemas/admin-reports.ts'
import type { QuarterSumsOutput, RefererWaterfallsOutput, WaterfallOutput } from '#shared/schemas/reports.ts'
import { SIGNED_IN, SIGNED_OUT } from '#tests/client/features/admin/admin-fixtures.ts'
import { findNotices, openDashboard } from '#tests/client/features/admin/open-dashboard.tsx'
import { findElsewhere } from '#tests/client/features/auth/open-screen.tsx'
import { watchDownloads } from '#tests/client/lib/downloads.ts'
import { breakDown } from '#tests/support/fake-server.ts'

const REVENUE: RevenueAnalyticsOutput = {
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

const QUARTER: QuarterSumsOutput = {
  quarterYear: '2025-Q4',
  sales: 12,
  originalPrice: '720.00',
  discount: '72.00',
  finalPrice: '648.00',
  net: '540.00',
  vat: '108.00',
  cardFee: '12.12',
  commission: '26.39',
  kept: '501.49',
}

const opener = (name: string) => screen.findByRole('button', { name })

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
})

describe('Quarterly Financial Reports', () => {
  it('says when there are none', async () => {
    const { user } = openDashboard({ reports: { quarters: () => [] } })
    await user.click(await opener('Quarterly Financial Reports'))
    expect(await screen.findByRole('heading', { name: 'No quarterly data available' })).toBeVisible()
  })

  it('shows the sums of each file, and says when one could not be downloaded', async () => {
    const { user } = openDashboard({ reports: { quarters: () => [QUARTER] } })
    await user.click(await opener('Quarterly Financial Reports'))
    const table = await screen.findByRole('table', { name: 'Quarterly Financial Reports' })
    expect(
      within(table).getByRole('row', { name: /^2025-Q4 12 £648\.00 £108\.00 £12\.12 £26\.39 £501\.49/ }),
    ).toBeVisible()
    vi.stubGlobal('fetch', async () => new Response('{}', { status: 503 }))
    onTestFinished(() => void vi.unstubAllGlobals())
    await user.click(screen.getByRole('button', { name: 'Download CSV of 2025-Q4' }))
    expect(await (await findNotices()).findByText('Failed to download quarterly report')).toBeVisible()
  })

  it('saves the file under its name', async () => {
    const saved = watchDownloads()
    const { user } = openDashboard({ reports: { quarters: () => [QUARTER] } })
    await user.click(await opener('Quarterly Financial Reports'))
    const button = await opener('Download CSV of 2025-Q4')
    const asked: string[] = []
    vi.stubGlobal('fetch', async (url: string) => {
      asked.push(url)
      return new Response('quarter\r\n')
    })
    onTestFinished(() => void vi.unstubAllGlobals())
    await user.click(button)
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['quarterly-report-2025-Q4.csv']))
    expect(asked).toEqual(['/api/admin/quarterly-report/2025-Q4'])
  })

  it('say why a file could not be had, and lead to the sign-in when the session is over', async () => {
    let isOver = false
    const { user } = openDashboard({
      reports: { quarters: () => [QUARTER] },
      session: () => (isOver ? SIGNED_OUT : SIGNED_IN),
    })
    await user.click(await opener('Quarterly Financial Reports'))
    const button = await opener('Download CSV of 2025-Q4')
    const ask = globalThis.fetch
    let answer = () => Response.json({ message: 'This part of the shop is away.' }, { status: 503 })
    vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
      url.includes('quarterly-report') ? Promise.resolve(answer()) : ask(url, init),
    )
    onTestFinished(() => void vi.unstubAllGlobals())
    await user.click(button)
    const notices = await findNotices()
    expect(await notices.findByText('This part of the shop is away.')).toBeVisible()
    isOver = true
    answer = () => Response.json({ message: 'Please sign in to continue.' }, { status: 401 })
    await user.click(button)
    expect(await findElsewhere()).toBe('/admin-login')
    expect(notices.getByText('Please sign in to continue.')).toBeVisible()
  })
})
