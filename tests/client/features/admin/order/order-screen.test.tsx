import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { OrderDetail } from '#client/features/admin/order/order-screen.tsx'
import { StepUpProvider } from '#client/features/admin/sign-in/step-up.tsx'
import { trpc } from '#client/lib/trpc.ts'
import type { OrderDetailOutput } from '#shared/schemas/admin-orders.ts'
import { backOffice } from '#tests/client/features/admin/admin-fixtures.ts'
import { findCodeQuestion } from '#tests/client/features/admin/find-code-question.ts'
import { findNotices } from '#tests/client/features/admin/open-dashboard.tsx'
import { aLineDetail, anAccess, anOrderDetail, aRefund } from '#tests/client/features/admin/order-fixtures.ts'
import { fillIn, openScreen } from '#tests/client/features/auth/open-screen.tsx'
import { refuse } from '#tests/support/fake-server.ts'

type Admin = NonNullable<Parameters<typeof backOffice>[0]>

function Screen() {
  const { data } = trpc.admin.orders.detail.useQuery({ orderId: 'order-1' })
  return <StepUpProvider>{data && <OrderDetail detail={data} />}</StepUpProvider>
}

/** `detail` may change with every question. */
function openOrder(detail: () => OrderDetailOutput, orders: Admin['orders'] = {}, admin: Admin = {}) {
  const server = backOffice({ ...admin, orders: { detail, ...orders } })
  return { server, user: openScreen({ Screen, at: '/admin/orders/order-1' }) }
}

type Opened = ReturnType<typeof openOrder>

async function openRefund({ user }: Opened) {
  await user.click(await screen.findByRole('button', { name: 'Refund' }))
  return within(await screen.findByRole('dialog', { name: 'Refund an order' }))
}

describe('the detail of an order', () => {
  it('says what was paid, agreed to, watched and earned', async () => {
    openOrder(() => anOrderDetail())
    expect(await screen.findByRole('heading', { name: 'kim: Navigation, Communications' })).toBeVisible()
    expect(screen.getByText('Given up on 2 Nov 2026')).toBeVisible()
    expect(screen.getByText(/^“Open my films now\.”$/)).toBeVisible()
    const videos = within(screen.getByRole('table', { name: 'Films of this order' }))
    expect(videos.getByRole('row', { name: /^Navigation/ })).toHaveTextContent(
      /£54\.00To 40%, 22 of 112 minOpen until 2 Feb 2027/,
    )
    expect(videos.getByRole('row', { name: /^Communications/ })).toHaveTextContent('Not yet')
    const happened = within(screen.getByRole('region', { name: 'What happened' })).getAllByRole('listitem')
    expect(happened.map((item) => item.textContent)).toEqual([
      expect.stringContaining('Order made, £90.00 to pay'),
      expect.stringContaining('Gave up the 14 days to cancel'),
      expect.stringContaining('Paid £90.00 by card'),
      expect.stringContaining('Invoice INV-000123 made'),
      expect.stringContaining('Email sent: Order confirmation with invoice'),
      expect.stringContaining('Began Navigation'),
      expect.stringContaining('Last watched Navigation, at 40%'),
    ])
  })

  it('says that a right was kept, and that a dispute is open', async () => {
    const dispute = {
      id: 'dispute-1',
      status: 'open' as const,
      amount: '90.00',
      openedAt: '2026-11-10T10:00:00.000Z',
      closedAt: null,
    }
    openOrder(() =>
      anOrderDetail({
        disputes: [dispute],
        cancellation: { right: 'kept', until: '2026-11-16T23:59:59.999Z' },
      }),
    )
    expect(await screen.findByText('Until the end of 16 Nov 2026')).toBeVisible()
    expect(screen.getByText('In dispute')).toBeVisible()
    expect(screen.getByText(/refunds nothing while a dispute is open/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Refund' })).toBeNull()
  })

  it('offers no refund where nothing is left', async () => {
    openOrder(() => anOrderDetail({ credited: '90.00', creditedVat: '15.00' }))
    expect(await screen.findByText('Refunded', { selector: '.status span' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Refund' })).toBeNull()
  })
})

describe('refunding', () => {
  it('chooses the one film that can be refunded', async () => {
    const { lines, ...detail } = anOrderDetail()
    const [navigation, communications] = lines
    if (!navigation || !communications) throw new Error('no lines')
    const opened = openOrder(() => ({
      ...detail,
      lines: [navigation, { ...communications, refund: 'refunded' }],
    }))
    const dialog = await openRefund(opened)
    expect(dialog.getByLabelText(/^Navigation/)).toBeChecked()
    expect(dialog.getByLabelText(/^Communications/)).not.toBeChecked()
    expect(dialog.getByLabelText(/^Communications/)).toBeDisabled()
    expect(dialog.getByText('Refunded already.')).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Refund £54.00' })).toBeEnabled()
  })

  it('shows what a video comes to before any money moves', async () => {
    let isDone = false
    const refunded = anOrderDetail({
      credited: '36.00',
      creditedVat: '6.00',
      lines: [
        aLineDetail(),
        aLineDetail({
          id: 'line-com',
          title: 'Communications',
          paid: '36.00',
          refund: 'refunded',
          access: anAccess({ id: 'access-com', isOpen: false, revokedAt: '2026-11-21T10:00:00.000Z' }),
        }),
      ],
    })
    const opened = openOrder(() => (isDone ? refunded : anOrderDetail()), {
      refund() {
        isDone = true
        return { refundId: 'refund-1', status: 'succeeded' as const }
      },
    })
    const dialog = await openRefund(opened)
    expect(dialog.getByText('1 of 2 begun, 0 to the end, 22 min in all')).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Refund' })).toHaveAccessibleDescription(
      'A film to refund comes first.',
    )
    await opened.user.click(dialog.getByLabelText('Communications, £36.00'))
    expect(dialog.getByText('To the buyer').nextElementSibling).toHaveTextContent('£36.00')
    expect(dialog.getByText('VAT in it, 20%').nextElementSibling).toHaveTextContent('£6.00')
    expect(dialog.getByText('Taken back from Hedgerow Flying Club').nextElementSibling).toHaveTextContent(
      '£1.47',
    )
    expect(dialog.getByText(/Access ends: Communications\./)).toBeVisible()
    await opened.user.click(dialog.getByRole('button', { name: 'Refund £36.00' }))
    expect(await dialog.findByText('Please say why.')).toBeVisible()
    expect(opened.server.inputsOf('admin.orders.refund')).toEqual([])
    await fillIn(opened.user, 'Reason', 'Bought by mistake')
    await opened.user.click(dialog.getByRole('button', { name: 'Refund £36.00' }))
    const notices = await findNotices()
    expect(await notices.findByText('Refund Sent')).toBeVisible()
    expect(notices.getByText('£36.00 to kim@example.com')).toBeVisible()
    expect(opened.server.inputsOf('admin.orders.refund')).toEqual([
      { orderId: 'order-1', wish: { lineIds: ['line-com'] }, reason: 'Bought by mistake', seenBack: '0.00' },
    ])
    expect(await screen.findByText('Ended 21 Nov 2026')).toBeVisible()
    expect(screen.queryByRole('dialog', { name: 'Refund an order' })).toBeNull()
  })

  it('sends an amount, and no more than is left', async () => {
    const opened = openOrder(() => anOrderDetail({ credited: '54.00', creditedVat: '9.00' }), {
      refund: () => ({ refundId: 'refund-1', status: 'succeeded' as const }),
    })
    const dialog = await openRefund(opened)
    await opened.user.click(dialog.getByLabelText('An amount: every film stays open'))
    const sums = document.querySelector('[role="dialog"] [aria-live="polite"]')
    expect(sums).toBeEmptyDOMElement()
    const amount = dialog.getByLabelText('Amount, £')
    expect(amount).toHaveAccessibleDescription(/£36\.00 at most/)
    await opened.user.type(amount, '36.01')
    expect(dialog.getByRole('button', { name: 'Refund' })).toHaveAccessibleDescription(
      'An amount of £36.00 at most comes first.',
    )
    await opened.user.clear(amount)
    await opened.user.type(amount, '12,50')
    expect(amount).toBeValid()
    expect(sums).toBeEmptyDOMElement()
    await opened.user.tab()
    expect(amount).toHaveAccessibleDescription(/Please enter an amount in pounds/)
    await opened.user.clear(amount)
    expect(amount).toBeValid()
    await opened.user.type(amount, '12.5')
    expect(dialog.getByText(/No access ends\./)).toBeVisible()
    await fillIn(opened.user, 'Reason', 'Sound was poor')
    await opened.user.click(dialog.getByRole('button', { name: 'Refund £12.50' }))
    expect(await (await findNotices()).findByText('Refund Sent')).toBeVisible()
    expect(opened.server.inputsOf('admin.orders.refund')).toEqual([
      { orderId: 'order-1', wish: { amount: '12.50' }, reason: 'Sound was poor', seenBack: '54.00' },
    ])
  })

  it('says what became of the order meanwhile, and reads it again', async () => {
    const opened = openOrder(() => anOrderDetail(), { refund: () => refuse('CONFLICT') })
    const dialog = await openRefund(opened)
    await opened.user.click(dialog.getByLabelText('Navigation, £54.00'))
    await fillIn(opened.user, 'Reason', 'Bought by mistake')
    await opened.user.click(dialog.getByRole('button', { name: 'Refund £54.00' }))
    const notices = await findNotices()
    expect(await notices.findByText('Failed to refund')).toBeVisible()
    expect(notices.getByText('Someone changed this at the same moment. Please look again.')).toBeVisible()
    await waitFor(() => expect(opened.server.inputsOf('admin.orders.detail').length).toBeGreaterThan(1))
  })

  it('asks for a new code where the last one is old, and goes on after it', async () => {
    let isFresh = false
    const opened = openOrder(
      () => anOrderDetail(),
      {
        refund: () =>
          isFresh ? { refundId: 'refund-1', status: 'succeeded' as const } : refuse('STEP_UP_REQUIRED'),
      },
      {
        stepUpRequest: () => ({ success: true, message: 'Sent.' }),
        stepUpConfirm() {
          isFresh = true
          return { success: true, codeFreshUntil: '2026-11-21T21:00:00.000Z' }
        },
      },
    )
    const dialog = await openRefund(opened)
    await opened.user.click(dialog.getByLabelText('Navigation, £54.00'))
    await fillIn(opened.user, 'Reason', 'Bought by mistake')
    await opened.user.click(dialog.getByRole('button', { name: 'Refund £54.00' }))
    await findCodeQuestion()
    await fillIn(opened.user, 'Authentication code', '123456')
    await opened.user.click(screen.getByRole('button', { name: 'Verify' }))
    expect(await screen.findByText('Refund Sent')).toBeVisible()
    expect(opened.server.inputsOf('admin.orders.refund')).toHaveLength(2)
  })

  it('assigns what was refunded at Stripe to videos', async () => {
    const refund = aRefund({ canAssign: true })
    const { user, server } = openOrder(() => anOrderDetail({ refunds: [refund], credited: '36.00' }), {
      assignRefund: () => ({ success: true }),
    })
    await user.click(await screen.findByRole('button', { name: 'Assign to films' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Which films was £36.00 for?' }))
    expect(dialog.getByRole('button', { name: 'Assign and end access' })).toHaveAccessibleDescription(
      'A film comes first.',
    )
    await user.click(dialog.getByLabelText('Communications, £36.00'))
    await user.click(dialog.getByRole('button', { name: 'Assign and end access' }))
    expect(await (await findNotices()).findByText('Refund Assigned')).toBeVisible()
    expect(server.inputsOf('admin.orders.assignRefund')).toEqual([
      { refundId: 'refund-1', lineIds: ['line-com'] },
    ])
  })
})

describe('access and mails', () => {
  it('keeps a video open longer, with a reason', async () => {
    const { user, server } = openOrder(() => anOrderDetail(), {
      extendAccess: () => ({ expiresAt: '2027-06-30T22:59:59.999Z' }),
    })
    await user.click(await screen.findByRole('button', { name: 'Extend access to Navigation' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Extend access to Navigation' }))
    await user.click(dialog.getByRole('button', { name: 'Extend' }))
    expect(await dialog.findByText('Please choose a day.')).toBeVisible()
    await user.type(dialog.getByLabelText('Open until the end of'), '2027-06-30')
    await fillIn(user, 'Reason', 'Was ill')
    await user.click(dialog.getByRole('button', { name: 'Extend' }))
    const notices = await findNotices()
    expect(await notices.findByText('Access Extended')).toBeVisible()
    expect(notices.getByText('Navigation, open until 30 June 2027')).toBeVisible()
    expect(server.inputsOf('admin.orders.extendAccess')).toEqual([
      { entitlementId: 'access-nav', lastDay: '2027-06-30', reason: 'Was ill' },
    ])
  })

  it('sends a document again with its mail', async () => {
    const { user, server } = openOrder(() => anOrderDetail(), {
      resendMail: () => ({ email: 'kim@example.com' }),
    })
    await user.click(await screen.findByRole('button', { name: 'Send the email with INV-000123 again' }))
    expect(await (await findNotices()).findByText('Email Sent Again')).toBeVisible()
    expect(server.inputsOf('admin.orders.resendMail')).toEqual([
      { studentId: 'student-kim', outboxId: 'mail-1' },
    ])
  })
})
