import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { AttentionItem } from '#shared/schemas/attention.ts'
import { anApplication } from '#tests/client/features/admin/admin-fixtures.ts'
import { findNotices, openDashboard } from '#tests/client/features/admin/open-dashboard.tsx'
import { breakDown, refuse } from '#tests/support/fake-server.ts'

const aMatter = (over: Partial<AttentionItem> = {}): AttentionItem => ({
  id: 'refund-1',
  kind: 'refund',
  at: '2026-11-18T10:00:00.000Z',
  dueAt: null,
  what: 'Refund of £60.00 to kim@example.com failed.',
  next: 'Nothing.',
  act: 'Try again.',
  amount: '60.00',
  place: { to: 'order', orderId: 'order-1' },
  canClose: false,
  ...over,
})

const dispute = (id: string, over: Partial<AttentionItem> = {}) =>
  aMatter({ id, kind: 'dispute', dueAt: '2099-12-03T12:00:00.000Z', amount: '54.00', ...over })

const RUN = {
  quarterYear: '2026-Q3',
  pending: 4,
  totalAmount: '212.40',
  exported: 0,
  exportedAmount: '0.00',
}

const findList = () => screen.findByRole('table', { name: 'To do' })

async function rowsOfList() {
  const [, ...rows] = within(await findList()).getAllByRole('row')
  return rows.map((row) => row.textContent)
}

it('begins the dashboard with what waits, each with its sum and its link, above what is only read', async () => {
  openDashboard({
    attention: {
      count: () => ({ count: 4 }),
      list: () => ({
        items: [
          dispute('d1', { dueAt: '2099-12-05T12:00:00.000Z' }),
          dispute('d2'),
          aMatter(),
          aMatter({
            id: 'late',
            kind: 'mail',
            dueAt: '2026-01-03T12:00:00.000Z',
            what: 'Late.',
            place: null,
          }),
          aMatter({ id: 'p', kind: 'payout', amount: '9.00', place: { to: 'dashboard' } }),
        ],
        hasMore: false,
      }),
    },
    refererApplications: () => [
      anApplication({ id: 'new', createdAt: '2026-11-20T10:00:00.000Z' }),
      anApplication({ id: 'old', organizationName: 'Downwind Group' }),
      anApplication({ id: 'gone', status: 'approved' }),
    ],
    unprocessedQuarters: () => [{ quarterYear: '2026-Q2', commissionCount: 1, commissionAmount: '68.14' }],
    payoutRuns: () => [RUN],
    missingBank: () => [{ id: 'c', name: 'Cedar', unpaidAmount: '31.20', askedAt: null }],
  })
  expect(await rowsOfList()).toEqual([
    'Dispute: 2 Answer by 3 December 2099 at 12:00.£108.00Needs attention',
    'Refund Refund of £60.00 to kim@example.com failed. Since 18 Nov 2026.£60.00Order',
    'Email Late. The time to answer is over.£60.00Needs attention',
    '2 applications to decide Downwind Group, since 19 Nov 2026–Read the application',
    '2026-Q2 is over and its payouts are not made 1 commission. Less than £10 is carried forward.£68.14Make payouts for 2026-Q2',
    'Pay the clubs for 2026-Q3 4 payouts, none in a bank file£212.40To the payouts',
    'Cedar: no bank details Not asked for yet£31.20Ask them',
  ])
  expect(screen.getByRole('link', { name: 'Needs attention: Dispute' })).toHaveAttribute(
    'href',
    '/admin/attention',
  )
  expect(screen.getByRole('link', { name: 'Order: Refund' })).toHaveAttribute('href', '/admin/orders/order-1')
  const payouts = screen.getByRole('link', { name: 'To the payouts for 2026-Q3' })
  expect(document.querySelector(payouts.getAttribute('href') ?? '')).toHaveTextContent('Payouts to pay')
  const figures = await screen.findByText('Total Commissions')
  expect((await findList()).compareDocumentPosition(figures)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

it('says when nothing does, and not before it is known', async () => {
  let answer: (none: []) => void = () => undefined
  const quarters = new Promise<[]>((resolve) => {
    answer = resolve
  })
  openDashboard({ unprocessedQuarters: () => quarters })
  await screen.findByRole('heading', { name: 'To do' })
  expect(screen.queryByText('Nothing wants doing.')).toBeNull()
  answer([])
  expect(await screen.findByText('Nothing wants doing.')).toBeVisible()
})

it('opens the application that waits longest', async () => {
  const { user } = openDashboard({ refererApplications: () => [anApplication()] })
  await user.click(await screen.findByRole('button', { name: 'Read the application' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Referer Application Details' }))
  expect(dialog.getByText('Crosswind Strip Owners Ltd')).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Approve' })).toBeVisible()
})

it('never turns an open application into another applicant’s', async () => {
  const kim = anApplication({ id: 'kim', organizationName: 'Kim Aero Club' })
  const lee = anApplication({
    id: 'lee',
    organizationName: 'Lee Gliding',
    createdAt: '2026-11-20T10:00:00.000Z',
  })
  let applications = [kim, lee]
  const { user } = openDashboard({
    refererApplications: () => applications,
    decideApplication: () => refuse('APPLICATION_DECIDED'),
  })
  await user.click(await screen.findByRole('button', { name: 'Read the application' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Referer Application Details' }))
  expect(dialog.getByText('Kim Aero Club')).toBeVisible()
  applications = [{ ...kim, status: 'approved' }, lee]
  await user.click(dialog.getByRole('button', { name: 'Approve' }))
  await waitFor(() => expect(screen.getByRole('table', { name: 'To do' })).toHaveTextContent('Lee Gliding'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

it.each(['refererApplications', 'payoutRuns'] as const)(
  'does not say that nothing waits where %s failed',
  async (name) => {
    openDashboard({ [name]: () => breakDown() })
    expect(await screen.findByRole('alert')).toBeVisible()
    await screen.findByText('Total Commissions')
    expect(screen.queryByText('Nothing wants doing.')).toBeNull()
  },
)

it('asks a club for its bank details by mail', async () => {
  let askedAt: string | null = null
  const { user, server } = openDashboard({
    missingBank: () => [{ id: 'c', name: 'Cedar', unpaidAmount: '31.20', askedAt }],
    askForBankDetails() {
      askedAt = '2026-11-21T10:00:00.000Z'
      return { success: true }
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Ask Cedar for bank details' }))
  expect(await (await findNotices()).findByText('Bank Details Asked For')).toBeVisible()
  expect(server.inputsOf('admin.askForBankDetails')).toEqual([{ id: 'c' }])
  expect(await screen.findByText('Asked for on 21 Nov 2026')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Ask Cedar for bank details' })).toHaveTextContent('Ask again')
})

it('says which part could not be loaded, and shows the others', async () => {
  let isBroken = true
  const { user } = openDashboard({
    missingBank: () => (isBroken ? breakDown() : []),
    refererApplications: () => [anApplication()],
  })
  const alert = within(await screen.findByRole('alert'))
  expect(alert.getByText('Missing bank details could not be loaded')).toBeVisible()
  expect(await rowsOfList()).toHaveLength(1)
  isBroken = false
  await user.click(alert.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByText('Missing bank details could not be loaded')).toBeNull())
})
