import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { ReportsScreen } from '#client/features/admin/reports/reports-screen.tsx'
import { StripePayoutScreen } from '#client/features/admin/reports/stripe-payout-screen.tsx'
import type {
  StripePayoutDetailOutput,
  StripePayoutOutput,
  StripePayoutsOutput,
} from '#shared/schemas/stripe-payouts.ts'
import { backOffice } from '#tests/client/features/admin/admin-fixtures.ts'
import { openScreen } from '#tests/client/features/auth/open-screen.tsx'
import { watchDownloads } from '#tests/client/lib/downloads.ts'

const ACCOUNT: StripePayoutsOutput['account'] = {
  gross: '120.00',
  refunds: '-10.00',
  disputes: '0.00',
  other: '0.00',
  fees: '-2.00',
  paidOut: '-108.00',
  atStripe: '0.00',
  difference: '0.00',
}
const PAYOUT: StripePayoutOutput = {
  id: 'po_1',
  amount: '108.00',
  status: 'paid',
  isAutomatic: true,
  isListed: true,
  createdAt: '2026-11-20T09:00:00.000Z',
  arrivesAt: '2026-11-21T09:00:00.000Z',
  lines: 2,
  difference: '0.00',
  paidAgainWith: null,
}
const LINE: StripePayoutDetailOutput['lines'][number] = {
  id: 'txn_1',
  at: '2026-11-19T09:00:00.000Z',
  kind: 'charge',
  description: null,
  orderId: 'order-1',
  invoiceNumber: 'INV-000007',
  amount: '120.00',
  fee: '2.00',
  net: '118.00',
  problem: null,
}
const LIST: StripePayoutsOutput = {
  readUntil: '2026-11-21T10:00:00.000Z',
  account: ACCOUNT,
  problems: [],
  payouts: [PAYOUT],
  hasMore: false,
}
const DETAIL: StripePayoutDetailOutput = { payout: PAYOUT, account: ACCOUNT, problems: [], lines: [LINE] }

function openReports(list: Partial<StripePayoutsOutput> = {}) {
  backOffice({
    stripePayouts: { list: () => ({ ...LIST, ...list }) },
    reports: { payoutRuns: () => [], vatPeriods: () => ({ stagger: 1 as const, periods: [] }) },
  })
  return openScreen({ Screen: ReportsScreen, at: '/admin/reports' })
}

function openPayout(detail: Partial<StripePayoutDetailOutput> = {}) {
  backOffice({ stripePayouts: { detail: () => ({ ...DETAIL, ...detail }) } })
  return openScreen({ Screen: StripePayoutScreen, at: '/admin/reports/stripe-payouts/po_1' })
}

describe('the list of Stripe’s payouts', () => {
  it('says first that it balances, and leads to each payout', async () => {
    openReports()
    expect(await screen.findByText('It balances')).toBeVisible()
    expect(screen.getByText(/£108\.00 went to the bank and £0\.00 is still at Stripe/)).toBeVisible()
    expect(screen.getByText('Left unexplained').nextElementSibling).toHaveTextContent('£0.00')
    const table = screen.getByRole('table', { name: 'Stripe payouts' })
    expect(within(table).getByRole('link', { name: '21 Nov 2026' })).toHaveAttribute(
      'href',
      '/admin/reports/stripe-payouts/po_1',
    )
  })

  it('names what does not fit, and says where nothing was read', async () => {
    openReports({ problems: ['Charge ch_1 of £60.00 belongs to no order.'] })
    expect(await screen.findByText('It does not balance')).toBeVisible()
    expect(screen.getByText('Charge ch_1 of £60.00 belongs to no order.')).toBeVisible()
  })

  it('says where nothing was read yet', async () => {
    openReports({ readUntil: null, payouts: [] })
    expect(await screen.findByText('Stripe’s balance was not read yet')).toBeVisible()
    expect(screen.getByText('No payouts yet')).toBeVisible()
    expect(screen.queryByText('It balances')).toBeNull()
  })
})

describe('one payout', () => {
  it('is opened up into lines that lead to their orders', async () => {
    openPayout()
    expect(await screen.findByText('It balances')).toBeVisible()
    expect(await screen.findByRole('link', { name: 'INV-000007' })).toHaveAttribute(
      'href',
      '/admin/orders/order-1',
    )
    expect(screen.getByRole('heading', { name: 'Stripe payout of 21 November 2026' })).toBeVisible()
  })

  it('shows as many lines as it says, and what they come to', async () => {
    const refund = {
      ...LINE,
      id: 'txn_2',
      kind: 'refund' as const,
      amount: '-10.00',
      fee: '0.00',
      net: '-10.00',
    }
    const own = {
      ...LINE,
      id: 'txn_3',
      kind: 'payout' as const,
      amount: '-108.00',
      fee: '0.00',
      net: '-108.00',
    }
    openPayout({ lines: [LINE, refund, { ...own, orderId: null, invoiceNumber: null }] })
    expect(await screen.findByText(/^Its 2 lines sum to the £108\.00 that went to the bank\./)).toBeVisible()
    const table = within(screen.getByRole('table', { name: 'What is in it' }))
    expect(table.getAllByRole('row')).toHaveLength(4)
    expect(table.getByRole('row', { name: /^Sum .*£110\.00 £2\.00 £108\.00$/ })).toBeVisible()
  })

  it('says above and beside the line what the books do not explain', async () => {
    const problem = 'The fee of Charge ch_1 of £120.00 is £2.00 at Stripe and £1.90 in the books.'
    openPayout({ problems: [problem], lines: [{ ...LINE, problem }] })
    expect(await screen.findByText('It does not balance')).toBeVisible()
    expect(screen.getAllByText(problem)).toHaveLength(2)
  })

  it('made by hand says that its content is not known', async () => {
    openPayout({ payout: { ...PAYOUT, isAutomatic: false, isListed: false, lines: 0 }, lines: [] })
    expect(await screen.findByText('Made by hand: Stripe does not say what is in it')).toBeVisible()
    expect(screen.queryByText('It balances')).toBeNull()
  })

  it('is saved as a file under its name', async () => {
    const saved = watchDownloads()
    const user = openPayout()
    const button = await screen.findByRole('button', { name: 'Download CSV' })
    const asked: string[] = []
    vi.stubGlobal('fetch', async (url: string) => {
      asked.push(url)
      return new Response('payout,arrives\r\n')
    })
    onTestFinished(() => void vi.unstubAllGlobals())
    await user.click(button)
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['stripe-payout-po_1.csv']))
    expect(asked).toEqual(['/api/admin/stripe-payouts/po_1'])
  })
})
