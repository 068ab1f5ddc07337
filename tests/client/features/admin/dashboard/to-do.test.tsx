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
  isLate: false,
  what: 'Refund of £60.00 to kim@example.com failed.',
  next: 'Nothing.',
  act: 'Try again.',
  amount: '60.00',
  place: { to: 'order', orderId: 'order-1', number: 'INV-000007' },
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

const CLUB_MATTERS = {
  refererApplications: () => [
    anApplication({ id: 'new', createdAt: '2026-11-20T10:00:00.000Z' }),
    anApplication({ id: 'old', organizationName: 'Downwind Group' }),
    anApplication({ id: 'gone', status: 'approved' as const }),
  ],
  unprocessedQuarters: () => [{ quarterYear: '2026-Q2', commissionCount: 1, commissionAmount: '68.14' }],
  payoutRuns: () => [RUN],
  missingBank: () => [{ id: 'c', name: 'Cedar', unpaidAmount: '31.20', askedAt: null }],
}

const CLUB_ROWS = [
  '2 applications to decide Downwind Group, since 19 Nov 2026Read the application',
  '2026-Q2 is over and its payouts are not made 1 commission. Less than £10 is carried forward.£68.14Make payouts for 2026-Q2',
  'Pay the clubs for 2026-Q3 4 payouts, none in a bank file£212.40To the payouts',
  'Cedar: no bank details Not asked for yet£31.20Ask them',
]

it('counts what needs attention below the figures, and names the first of it and the way to all', async () => {
  const items = [
    dispute('d1'),
    aMatter(),
    aMatter({
      id: 'p',
      kind: 'payout',
      amount: '9.00',
      what: 'Details not checked.',
      place: null,
    }),
  ]
  openDashboard({
    attention: { count: () => ({ count: 7 }), list: () => ({ items, hasMore: false }) },
    ...CLUB_MATTERS,
  })
  expect(await rowsOfList()).toEqual([
    'Refund of £60.00 to kim@example.com failed. Answer by 3 December 2099 at 12:00. Try again.£54.00Open order INV-000007',
    'Refund of £60.00 to kim@example.com failed. Since 18 November 2026 at 10:00. Try again.£60.00Open order INV-000007',
    ...CLUB_ROWS.slice(0, 3),
  ])
  expect(screen.getByRole('link', { name: 'All 7 that need attention' })).toHaveAttribute(
    'href',
    '/admin/attention',
  )
  expect(screen.getByRole('link', { name: /^Open order INV-000007: Refund/ })).toHaveAttribute(
    'href',
    '/admin/orders/order-1',
  )
  const figures = await screen.findByText('Total Commissions')
  expect((await findList()).compareDocumentPosition(figures)).toBe(Node.DOCUMENT_POSITION_PRECEDING)
  expect(screen.getByRole('heading', { name: /^To do 7/ })).toBeVisible()
})

it('has a dispute whose time to answer has passed last', async () => {
  const items = [dispute('d1', { dueAt: '2026-09-11T09:00:00.000Z', isLate: true })]
  openDashboard({
    attention: { count: () => ({ count: 5 }), list: () => ({ items, hasMore: false }) },
    ...CLUB_MATTERS,
  })
  expect(await rowsOfList()).toEqual([
    ...CLUB_ROWS,
    'Refund of £60.00 to kim@example.com failed. The time to answer ended on 11 September 2026 at 10:00. Try again.£54.00Open order INV-000007',
  ])
})

it('shows all where there are few', async () => {
  openDashboard(CLUB_MATTERS)
  expect(await rowsOfList()).toEqual(CLUB_ROWS)
  expect(screen.queryByRole('link', { name: /that need attention/ })).toBeNull()
  const payouts = screen.getByRole('link', { name: 'To the payouts for 2026-Q3' })
  expect(payouts).toHaveAttribute('href', '/admin/payouts')
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
