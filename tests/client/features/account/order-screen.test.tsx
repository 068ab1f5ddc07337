import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { OrderScreen } from '#client/features/account/order-screen.tsx'
import type {
  CaseLineOutput,
  RefundCaseOutput,
  RefundRequestOutput,
} from '#shared/schemas/refund-requests.ts'
import { fillIn, openScreen, SAM } from '#tests/client/features/auth/open-screen.tsx'
import { type Answers, fakeServer, refuse } from '#tests/support/fake-server.ts'

const LINE: CaseLineOutput = {
  id: 'line-nav',
  videoId: 2,
  title: 'Navigation',
  exchangedFor: null,
  paid: '54.00',
  refund: 'none',
  isAsked: false,
  watched: null,
  opensAt: null,
  expiresAt: '2027-02-21T10:00:00.000Z',
  exchanges: [
    { id: 1, title: 'Air Law' },
    { id: 3, title: 'Meteorology' },
  ],
}
const WATCHED: CaseLineOutput = {
  ...LINE,
  id: 'line-com',
  videoId: 7,
  title: 'Communications',
  paid: '36.00',
  watched: { percent: 40, completed: false },
  exchanges: [],
}
const CASE: RefundCaseOutput = {
  orderId: 'order-1',
  paidAt: '2026-11-21T10:00:00.000Z',
  daysSince: 2,
  total: '54.00',
  left: '54.00',
  cancellation: { right: 'waived', wording: 'Open my films now.', agreedAt: '2026-11-21T09:59:00.000Z' },
  canCancel: false,
  isDisputed: false,
  lines: [LINE],
  documents: [
    {
      id: 'paper-1',
      number: 'INV-000123',
      kind: 'invoice',
      date: '2026-11-21T10:00:00.000Z',
      total: '54.00',
    },
  ],
  requests: [],
}
const REQUEST: RefundRequestOutput = {
  id: 'request-1',
  status: 'waiting',
  wish: 'refund',
  reason: 'wrongVideo',
  message: 'I meant Meteorology.',
  exchangeVideo: null,
  lineIds: ['line-nav'],
  createdAt: '2026-11-23T10:00:00.000Z',
  answeredAt: null,
  answer: null,
  isSettled: false,
  dueAt: null,
}

function openOrder(found: () => RefundCaseOutput, checkout: Answers['checkout'] = {}, at = '?order=order-1') {
  const server = fakeServer({
    auth: { me: () => ({ id: SAM.id, user: SAM }) },
    checkout: { refundCase: found, ...checkout },
  })
  return { server, user: openScreen({ Screen: OrderScreen, at: `/account/order${at}`, isSignedIn: true }) }
}

const findPart = async () => within(await screen.findByRole('region', { name: 'Something wrong?' }))

describe('the order of a student', () => {
  it('says the rules in this very case', async () => {
    const { user } = openOrder(() => CASE)
    const part = await findPart()
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Order INV-000123')
    expect(screen.getByText('Bought on 21 November 2026, 2 days ago, for £54.00.')).toBeVisible()
    expect(part.getByText(/^The right to cancel has ended, as you agreed/)).toBeVisible()
    expect(
      part.getByText(/^Navigation was not watched, so it can be exchanged for another film/),
    ).toBeVisible()
    expect(part.getByText(/Consumer Rights Act 2015/)).not.toBeVisible()
    await user.click(part.getByText('The rules, in full'))
    expect(part.getByText(/you agreed to this: “Open my films now\.” .*regulation 37/)).toBeVisible()
    expect(part.getByText(/Here nothing was watched, and it was bought 2 days ago\./)).toHaveTextContent(
      /Navigation can be exchanged for another film of the same price/,
    )
    expect(part.getByText(/Consumer Rights Act 2015/)).toBeVisible()
  })

  it('says until when a right that was kept can be used, and when it is over', async () => {
    const kept = { right: 'kept', until: '2026-12-05T23:59:59.999Z' } as const
    openOrder(() => ({ ...CASE, cancellation: kept, canCancel: true, lines: [WATCHED] }))
    const part = await findPart()
    expect(part.getByText(/^You can cancel until the end of 5 December 2026, without a reason/)).toBeVisible()
    expect(part.getByText(/kept the right to cancel until the end of 5 December 2026/)).toBeInTheDocument()
    expect(part.getByText(/Here 40% of Communications was watched/)).toBeInTheDocument()
    // One answer is no question.
    expect(part.getByText('You ask for £36.00 back. Communications closes.')).toBeVisible()
    expect(part.queryByRole('group', { name: 'What do you ask for?' })).toBeNull()
  })

  it('says that a film was played of which nothing was saved', async () => {
    openOrder(() => ({ ...CASE, lines: [{ ...LINE, wasPlayed: true, exchanges: [] }] }))
    const part = await findPart()
    expect(part.getByText(/Here Navigation was played, and it was bought/)).toBeInTheDocument()
  })

  it('says what holds for the films beside a renewal, and once the 14 days are over', async () => {
    const renewal = { ...LINE, opensAt: '2027-02-21T10:00:00.000Z' }
    openOrder(() => ({ ...CASE, lines: [renewal, WATCHED] }))
    const words = /^For Navigation the right .* stands until .* For Communications it has ended, as/
    expect((await findPart()).getByText(words)).toBeVisible()
    cleanup()
    openOrder(() => ({ ...CASE, daysSince: 15, lines: [renewal] }))
    expect((await findPart()).getByText(/^The right to cancel has ended\. Each request/)).toBeVisible()
  })

  it('names the last day of the right, and each film that can be exchanged', async () => {
    const kept = { right: 'kept', until: '2026-12-05T23:59:59.999Z' } as const
    openOrder(() => ({
      ...CASE,
      cancellation: kept,
      lines: [LINE, { ...LINE, id: 'law', title: 'Air Law' }],
    }))
    const part = await findPart()
    expect(part.getByText(/^The 14 days to cancel ended at the end of 5 December 2026\./)).toBeVisible()
    expect(part.getByText(/^Navigation and Air Law were not watched, so each can be exchanged/)).toBeVisible()
  })

  it('sends a request that is filled in by one press', async () => {
    let isSent = false
    const asked = () => {
      isSent = true
      return { requestId: 'request-1' }
    }
    const after = { ...CASE, lines: [{ ...LINE, isAsked: true }], requests: [REQUEST] }
    const { user, server } = openOrder(() => (isSent ? after : CASE), { askRefund: asked })
    await user.click(await screen.findByRole('button', { name: 'Send request' }))
    expect(await screen.findByText('Asked on 23 November 2026: £54.00 back for Navigation')).toBeVisible()
    const part = await findPart()
    expect(
      part.getByText(/^A receipt was sent to sam@example\.com\..*until then Navigation stays open\.$/),
    ).toBeVisible()
    // What stands there says it: nothing lies over it.
    expect(screen.queryByText('Request Sent')).toBeNull()
    expect(part.getByText(/^Bought the wrong film: I meant Meteorology\.$/)).toBeVisible()
    expect(part.getByRole('link', { name: 'write to us' })).toHaveAttribute('href', '/contact?topic=payment')
    expect(screen.queryByRole('button', { name: 'Send request' })).toBeNull()
    expect(document.activeElement).toHaveTextContent(/^Asked on 23 November 2026: £54\.00 back/)
    expect(server.inputsOf('checkout.askRefund')).toEqual([
      {
        orderId: 'order-1',
        lineIds: ['line-nav'],
        wish: 'refund',
        exchangeVideoId: null,
        reason: 'wrongVideo',
        message: '',
      },
    ])
  })

  it('shows what was sent although the order cannot be read again', async () => {
    let isSent = false
    const { user } = openOrder(() => (isSent ? refuse('SERVICE_UNAVAILABLE') : CASE), {
      askRefund() {
        isSent = true
        return { requestId: 'request-1' }
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Send request' }))
    expect(await screen.findByText(/^Asked on .*: £54\.00 back for Navigation$/)).toBeVisible()
    expect(document.activeElement).toHaveTextContent(/^Asked on /)
    expect(screen.queryByRole('button', { name: 'Send request' })).toBeNull()
  })

  it('counts no film of a waiting request whose money went back since', async () => {
    const request = { ...REQUEST, lineIds: ['line-nav', 'line-com'] }
    const lines: CaseLineOutput[] = [LINE, { ...WATCHED, refund: 'refunded' }]
    openOrder(() => ({ ...CASE, total: '90.00', left: '54.00', lines, requests: [request] }))
    expect(await screen.findByText('Asked on 23 November 2026: £54.00 back for Navigation')).toBeVisible()
  })

  it.each<Partial<CaseLineOutput>>([
    { expiresAt: '2026-11-20T10:00:00.000Z' },
    { opensAt: '2099-02-21T10:00:00.000Z', expiresAt: '2099-05-21T10:00:00.000Z' },
  ])('does not call a film open that is not: %j', async (term) => {
    openOrder(() => ({ ...CASE, lines: [{ ...LINE, ...term, isAsked: true }], requests: [REQUEST] }))
    expect(await screen.findByText(/^A receipt was sent to .* answers there\.$/)).toBeVisible()
  })

  it('asks which film was meant, and what is wrong where only the student can say', async () => {
    const { user, server } = openOrder(() => CASE, { askRefund: () => ({ requestId: 'request-1' }) })
    await user.click(await screen.findByLabelText('Another film of the same price in its place'))
    await user.click(screen.getByLabelText('Another reason'))
    await user.click(screen.getByRole('button', { name: 'Send request' }))
    expect(screen.getByText('Please choose the film you meant.')).toBeVisible()
    expect(screen.getByText('Please write what is wrong.')).toBeVisible()
    await user.selectOptions(screen.getByLabelText('The film you meant'), 'Meteorology')
    await fillIn(user, 'Anything to add?', 'The exam is in Meteorology.')
    await user.click(screen.getByRole('button', { name: 'Send request' }))
    await waitFor(() => expect(server.inputsOf('checkout.askRefund')).toHaveLength(1))
    expect(server.inputsOf('checkout.askRefund')).toMatchObject([
      {
        wish: 'exchange',
        exchangeVideoId: 3,
        reason: 'other',
        message: 'The exam is in Meteorology.',
      },
    ])
  })

  it('chooses the film that the link is about, and counts what would go back', async () => {
    const both = { ...CASE, total: '90.00', left: '90.00', lines: [LINE, WATCHED] }
    const { user } = openOrder(() => both, {}, '?film=7')
    expect(await screen.findByLabelText('Communications')).toBeChecked()
    expect(screen.getByText('You ask for £36.00 back. Communications closes.')).toBeVisible()
    await user.click(screen.getByLabelText('Navigation'))
    expect(screen.getByText('You ask for £90.00 back. Navigation and Communications close.')).toBeVisible()
    await user.click(screen.getByLabelText('Communications'))
    expect(screen.getByLabelText('£54.00 back: Navigation closes')).toBeChecked()
  })

  it('shows what was asked in the place of the form, and asks about the other film by a press', async () => {
    const lines = [{ ...LINE, isAsked: true }, WATCHED]
    const { user } = openOrder(() => ({ ...CASE, lines, requests: [REQUEST] }))
    expect(await screen.findByText(/^Asked on 23 November 2026:/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Send request' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Ask for something else' }))
    expect(screen.getByText('You ask for £36.00 back. Communications closes.')).toBeVisible()
    expect(screen.getByRole('group', { name: 'What is wrong?' })).toBeVisible()
    expect(screen.getByLabelText('Bought the wrong film')).toHaveFocus()
  })

  it('says why a stale tab is refused, and shows what the other one asked for', async () => {
    let isStale = true
    const after = { ...CASE, lines: [{ ...LINE, isAsked: true }], requests: [REQUEST] }
    const { user } = openOrder(() => (isStale ? CASE : after), {
      askRefund() {
        isStale = false
        return refuse('REFUND_REQUESTED')
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Send request' }))
    expect(await screen.findByText(/^Asked on .*: £54\.00 back for Navigation/)).toBeVisible()
    const notices = within(screen.getByRole('region', { name: /Notices/ }))
    expect(notices.getByText(/asked about one of these films already/)).toBeVisible()
  })

  it('withdraws what waits', async () => {
    let isWithdrawn = false
    const waiting = { ...CASE, lines: [{ ...LINE, isAsked: true }], requests: [REQUEST] }
    const { user } = openOrder(() => (isWithdrawn ? CASE : waiting), {
      withdrawRequest() {
        isWithdrawn = true
        return { requestId: 'request-1' }
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Withdraw' }))
    expect(await screen.findByRole('button', { name: 'Send request' })).toBeVisible()
    expect(await screen.findByText('Request Withdrawn')).toBeVisible()
  })

  it.each<[Partial<RefundRequestOutput>, RegExp]>([
    [{ status: 'declined', answer: 'All of it was watched.' }, /The answer is no\..*All of it was watched\./],
    [{ status: 'granted' }, /The money goes back the way it came/],
    [{ status: 'granted', isSettled: true }, /The money went back\./],
    [
      { status: 'granted', wish: 'exchange', exchangeVideo: { id: 3, title: 'Meteorology' } },
      /Meteorology is open to you, and Navigation is closed\./,
    ],
  ])('shows the answer: %j', async (answer, words) => {
    const request = { ...REQUEST, answeredAt: '2026-11-24T10:00:00.000Z', ...answer }
    openOrder(() => ({ ...CASE, requests: [request] }))
    const note = (await screen.findByText(/ on 24 November 2026$/)).parentElement
    expect(note).toHaveTextContent(words)
  })

  it('offers no form while a bank disputes the payment, and says so', async () => {
    openOrder(() => ({ ...CASE, isDisputed: true }))
    expect(await screen.findByText(/^Your bank disputes this payment/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Send request' })).toBeNull()
  })

  it('says that nothing was paid for a film that was given', async () => {
    openOrder(() => refuse('ORDER_NOT_FOUND'), {}, '?film=4')
    expect(await screen.findByText(/^Nothing was paid for this/)).toBeVisible()
  })
})
