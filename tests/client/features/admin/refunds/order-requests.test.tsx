import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { OrderDetail } from '#client/features/admin/order/order-screen.tsx'
import { StepUpProvider } from '#client/features/admin/sign-in/step-up.tsx'
import { trpc } from '#client/lib/trpc.ts'
import type { OrderDetailOutput } from '#shared/schemas/admin-orders.ts'
import type { RefundRequestOutput } from '#shared/schemas/refund-requests.ts'
import { REQUEST as ASKED } from '#tests/client/features/account/open-order.tsx'
import { backOffice } from '#tests/client/features/admin/admin-fixtures.ts'
import { findNotices } from '#tests/client/features/admin/open-dashboard.tsx'
import { aLineDetail, anAccess, anOrderDetail, aRefund } from '#tests/client/features/admin/order-fixtures.ts'
import { fillIn, openScreen } from '#tests/client/features/auth/open-screen.tsx'
import { refuse } from '#tests/support/fake-server.ts'

function Screen() {
  const { data } = trpc.admin.orders.detail.useQuery({ orderId: 'order-1' })
  return <StepUpProvider>{data && <OrderDetail detail={data} />}</StepUpProvider>
}

const REQUEST: RefundRequestOutput = { ...ASKED, createdAt: '2026-11-04T10:00:00.000Z' }

type Orders = NonNullable<Parameters<typeof backOffice>[0]>['orders']

function openRequest(
  request: Partial<RefundRequestOutput> = {},
  { detail = {}, orders = {} }: { detail?: Partial<OrderDetailOutput>; orders?: Orders } = {},
) {
  const server = backOffice({
    orders: {
      detail: () => anOrderDetail({ requests: [{ ...REQUEST, ...request }], ...detail }),
      grantRequest: () => ({ status: 'succeeded' as const }),
      declineRequest: () => ({ success: true }),
      ...orders,
    },
  })
  return { server, user: openScreen({ Screen, at: '/admin/orders/order-1' }) }
}

const findRequest = async (name = 'Asks money back for Navigation') =>
  within(await screen.findByRole('region', { name }))

async function findQuestion(name: string) {
  const question = await screen.findByRole('alertdialog', { name })
  return { ...within(question), text: question.textContent }
}

describe('what a student asks back', () => {
  it('stands with its reason, what was watched and the consent, and is granted once it is confirmed', async () => {
    const { user, server } = openRequest()
    const request = await findRequest()
    expect(request.getByText('Bought the wrong film')).toBeVisible()
    expect(request.getByText('I meant Meteorology.')).toBeVisible()
    expect(request.getByText('Navigation: to 40%, 22 of 112 min')).toBeVisible()
    expect(request.getByText('Given up on 2 Nov 2026')).toBeVisible()
    expect(request.queryByText(/Access ends: Navigation\./), 'nothing is chosen yet').toBeNull()
    await user.click(request.getByRole('button', { name: 'Answer' }))
    expect(request.getByText('Please choose an answer.')).toBeVisible()
    const grant = request.getByLabelText('Refund £54.00: access ends')
    expect(grant).toHaveFocus()
    expect(grant).toHaveAccessibleDescription('Please choose an answer.')
    await user.click(request.getByLabelText('Refund £54.00: access ends'))
    expect(request.getByText(/Access ends: Navigation\./)).toBeVisible()
    await user.click(request.getByRole('button', { name: 'Refund £54.00' }))
    const question = await findQuestion('Refund £54.00?')
    expect(question.text).toContain('To kim@example.com, the way it came.')
    expect(question.text).toContain('Access ends: Navigation.')
    expect(question.text).toMatch(/Taken back from Hedgerow Flying Club£\d/)
    expect(server.inputsOf('admin.orders.grantRequest')).toEqual([])
    await user.click(question.getByRole('button', { name: 'Refund £54.00' }))
    const notices = await findNotices()
    expect(await notices.findByText('Refund Sent')).toBeVisible()
    expect(notices.getByText('£54.00 to kim@example.com')).toBeVisible()
    expect(server.inputsOf('admin.orders.grantRequest')).toEqual([
      { requestId: 'request-1', amount: null, words: '', seenBack: '0.00' },
    ])
  })

  it('has a live place for its sums before there are any', async () => {
    const { user } = openRequest()
    const request = await findRequest()
    const form = request.getByRole('button', { name: 'Answer' }).closest('form')
    const live = form?.querySelector('[aria-live]')
    expect(live).toBeEmptyDOMElement()
    await user.click(request.getByLabelText('Refund £54.00: access ends'))
    expect(live).toHaveTextContent('£54.00')
  })

  it('is a cancellation where the consent did not count yet', async () => {
    openRequest({ dueAt: '2026-11-18T10:00:00.000Z' })
    const request = await findRequest()
    expect(request.getByText('Stood until the new term begins')).toBeVisible()
    expect(request.getByText('Cancelled within the 14 days')).toBeVisible()
    expect(request.getByLabelText('Refund £54.00: access ends')).toBeChecked()
  })

  it('is declined with words only', async () => {
    const { user, server } = openRequest()
    const request = await findRequest()
    await user.click(request.getByLabelText('Decline'))
    await user.click(request.getByRole('button', { name: 'Decline' }))
    expect(request.getByText('Please say why.')).toBeVisible()
    await fillIn(user, /^Words to the student/, 'All of it was watched.')
    await user.click(request.getByRole('button', { name: 'Decline' }))
    expect(await (await findNotices()).findByText('Request Declined')).toBeVisible()
    expect(server.inputsOf('admin.orders.declineRequest')).toEqual([
      { requestId: 'request-1', words: 'All of it was watched.' },
    ])
  })

  it('finds no fault with an amount before one is typed', async () => {
    const { user } = openRequest({ reason: 'faulty', dueAt: null })
    const request = await findRequest()
    await user.click(request.getByRole('button', { name: 'Answer' }))
    await user.click(request.getByLabelText('Refund a part: every film stays open'))
    expect(request.getByLabelText('Amount, £')).not.toBeInvalid()
  })

  it('is granted in part', async () => {
    const { user, server } = openRequest({ reason: 'faulty', dueAt: null })
    const request = await findRequest()
    await user.click(request.getByLabelText('Refund a part: every film stays open'))
    await user.click(request.getByRole('button', { name: 'Refund' }))
    expect(request.getByText('Please enter an amount in pounds, such as 12.50.')).toBeVisible()
    await fillIn(user, 'Amount, £', '20')
    await user.click(request.getByRole('button', { name: 'Refund £20.00' }))
    const question = await findQuestion('Refund £20.00?')
    expect(question.text).toContain('No access ends.')
    await user.click(question.getByRole('button', { name: 'Refund £20.00' }))
    await (await findNotices()).findByText('Refund Sent')
    expect(server.inputsOf('admin.orders.grantRequest')).toMatchObject([{ amount: '20.00' }])
  })

  it('is an exchange that says which film opens and which closes', async () => {
    const { user } = openRequest(
      { wish: 'exchange', exchangeVideo: { id: 3, title: 'Meteorology' } },
      { orders: { grantRequest: () => ({ status: null }) } },
    )
    const request = await findRequest('Asks for Meteorology in place of Navigation')
    await user.click(request.getByLabelText('Open Meteorology until 2 February 2027, close Navigation'))
    await user.click(request.getByRole('button', { name: 'Exchange' }))
    const question = await findQuestion('Exchange Navigation for Meteorology?')
    expect(question.text).toContain(
      'Meteorology opens to kim@example.com until 2 February 2027, and Navigation closes.',
    )
    await user.click(question.getByRole('button', { name: 'Exchange' }))
    expect(await (await findNotices()).findByText('Film Exchanged')).toBeVisible()
  })

  it('says by when a cancelled order goes back', async () => {
    openRequest({ dueAt: '2026-11-18T10:00:00.000Z' })
    const request = await findRequest()
    expect(
      request.getByText(/All that was paid goes back, whatever was watched: by 18 November 2026/),
    ).toBeVisible()
  })

  it('says why another admin was quicker', async () => {
    const { user } = openRequest({}, { orders: { grantRequest: () => refuse('REQUEST_ANSWERED') } })
    await user.click((await findRequest()).getByLabelText('Refund £54.00: access ends'))
    await user.click(screen.getByRole('button', { name: 'Refund £54.00' }))
    const question = await findQuestion('Refund £54.00?')
    await user.click(question.getByRole('button', { name: 'Refund £54.00' }))
    expect(await (await findNotices()).findByText(/answered or withdrawn already/)).toBeVisible()
  })

  it('says when it was withdrawn, not that it was answered', async () => {
    openRequest({ status: 'withdrawn', answeredAt: '2026-11-05T10:00:00.000Z' })
    const request = await findRequest('Asked money back for Navigation')
    const when = request.getByText('5 Nov 2026, 10:00')
    expect(when.closest('dd')?.previousElementSibling).toHaveTextContent('Withdrawn')
    expect(request.queryByText('Answered')).toBeNull()
  })

  it('keeps its answer on the page, without a form', async () => {
    openRequest({
      status: 'declined',
      answeredAt: '2026-11-05T10:00:00.000Z',
      answer: 'All of it was watched.',
    })
    const request = await findRequest('Asked money back for Navigation')
    expect(request.getByText('All of it was watched.')).toBeVisible()
    expect(request.queryByRole('button')).toBeNull()
  })

  it('sends nothing where the question is left', async () => {
    const { user, server } = openRequest()
    await user.click((await findRequest()).getByLabelText('Refund £54.00: access ends'))
    await user.click(screen.getByRole('button', { name: 'Refund £54.00' }))
    await user.click((await findQuestion('Refund £54.00?')).getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(server.inputsOf('admin.orders.grantRequest')).toEqual([])
  })

  const ANSWERED = { status: 'granted' as const, answeredAt: '2026-11-05T10:00:00.000Z' }
  const AT_ONCE = { createdAt: '2026-11-05T10:00:00.040Z', amount: '54.00', lineIds: ['line-nav'] }
  const ELSEWHERE = 'It stands under Refunds and disputes.'
  const refunded = aLineDetail({ refund: 'refunded' })

  it.each([
    [
      'films went back',
      refunded,
      [aRefund({ ...AT_ONCE, status: 'pending' })],
      '£54.00 on its way. Navigation is closed.',
    ],
    ['a part went back', aLineDetail(), [aRefund({ createdAt: ANSWERED.answeredAt })], ELSEWHERE],
    ['a refund failed', aLineDetail(), [aRefund({ ...AT_ONCE, status: 'failed' })], '£54.00 failed.'],
    [
      'a refund waits',
      aLineDetail({ refund: 'pending' }),
      [aRefund({ ...AT_ONCE, status: 'held' })],
      '£54.00 held.',
    ],
    [
      'a second refund was made',
      refunded,
      [aRefund({ ...AT_ONCE, status: 'failed' }), aRefund({ ...AT_ONCE, id: 'two' })],
      ELSEWHERE,
    ],
    [
      'the rest went back later',
      refunded,
      [aRefund({ ...AT_ONCE, createdAt: '2026-11-09T10:00:00.000Z' })],
      ELSEWHERE,
    ],
  ])('says what came of it once %s', async (_what, line, refunds, outcome) => {
    openRequest(ANSWERED, { detail: { lines: [line], refunds } })
    const request = await findRequest('Asked money back for Navigation')
    expect(request.getByText(outcome)).toBeVisible()
  })

  it.each([
    [
      'is open',
      aLineDetail({ access: anAccess({ videoId: 3 }) }),
      [],
      'Meteorology is open, Navigation is closed.',
    ],
    [
      'was open',
      aLineDetail({ access: anAccess({ videoId: 3, isOpen: false }) }),
      [],
      'Navigation was exchanged for Meteorology.',
    ],
    ['never opened', refunded, [aRefund(AT_ONCE)], '£54.00 refunded. Navigation is closed.'],
  ])('says what came of an exchange whose film %s', async (_what, line, refunds, outcome) => {
    const exchangeVideo = { id: 3, title: 'Meteorology' }
    openRequest({ ...ANSWERED, wish: 'exchange', exchangeVideo }, { detail: { lines: [line], refunds } })
    const request = await findRequest('Asked for Meteorology in place of Navigation')
    expect(request.getByText(outcome)).toBeVisible()
  })

  it('reads the sums of a part out once they are known', async () => {
    const { user } = openRequest()
    const request = await findRequest()
    await user.click(request.getByLabelText('Refund a part: every film stays open'))
    await fillIn(user, 'Amount, £', '20')
    expect(request.getByText('To the buyer').closest('[aria-live="polite"]')).not.toBeNull()
  })
})
