import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { CaseLineOutput, RefundRequestOutput } from '#shared/schemas/refund-requests.ts'
import { fillIn } from '#tests/client/features/auth/open-screen.tsx'
import { refuse } from '#tests/support/fake-server.ts'
import { CASE, findPart, LINE, openOrder, REQUEST, SENT, WATCHED } from './open-order.tsx'

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
    expect(
      part.getByText('You ask for £36.00 back. Communications closes once this is granted, not before.'),
    ).toBeVisible()
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

  it('sends what was asked, with a reason that the student chooses', async () => {
    let isSent = false
    const asked = () => {
      isSent = true
      return SENT
    }
    const after = { ...CASE, lines: [{ ...LINE, isAsked: true }], requests: [REQUEST] }
    const { user, server } = openOrder(() => (isSent ? after : CASE), { askRefund: asked })
    await user.click(await screen.findByRole('button', { name: 'Send request' }))
    expect(screen.getByText('Please choose a reason.')).toBeVisible()
    expect(screen.getByLabelText('Bought the wrong film')).toHaveFocus()
    await user.click(screen.getByLabelText('Bought the wrong film'))
    await user.click(screen.getByRole('button', { name: 'Send request' }))
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
        return SENT
      },
    })
    await user.click(await screen.findByLabelText('Changed my mind'))
    await user.click(screen.getByRole('button', { name: 'Send request' }))
    expect(await screen.findByText(/^Asked on .*: £54\.00 back for Navigation$/)).toBeVisible()
    // As the server has it, not as it was typed.
    expect(screen.getByText(/^Bought the wrong film: I meant Meteorology\.$/)).toBeVisible()
    expect(document.activeElement).toHaveTextContent(/^Asked on /)
    expect(screen.queryByRole('button', { name: 'Send request' })).toBeNull()
  })

  it('counts no film of a waiting request whose money went back since', async () => {
    const request = { ...REQUEST, lineIds: ['line-nav', 'line-com'] }
    const lines: CaseLineOutput[] = [LINE, { ...WATCHED, refund: 'refunded' }]
    openOrder(() => ({ ...CASE, total: '90.00', left: '54.00', lines, requests: [request] }))
    expect(await screen.findByText('Asked on 23 November 2026: £54.00 back for Navigation')).toBeVisible()
  })

  it('calls no film open that the server calls closed', async () => {
    openOrder(() => ({ ...CASE, lines: [{ ...LINE, isOpen: false, isAsked: true }], requests: [REQUEST] }))
    expect(await screen.findByText(/^A receipt was sent to .* answers there\.$/)).toBeVisible()
  })

  it('asks which film was meant, and what is wrong where only the student can say', async () => {
    const { user, server } = openOrder(() => CASE, { askRefund: () => SENT })
    await user.click(await screen.findByLabelText('Another film of the same price in its place'))
    await user.click(screen.getByLabelText('Another reason'))
    await user.click(screen.getByRole('button', { name: 'Send request' }))
    expect(screen.getByText('Please choose the film you meant.')).toBeVisible()
    expect(screen.getByText('Please write what is wrong.')).toBeVisible()
    await user.selectOptions(screen.getByLabelText('The film you meant'), 'Meteorology')
    await fillIn(user, 'What is wrong with it?', 'The exam is in Meteorology.')
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

  it('wants no reason and no words where the order can be cancelled', async () => {
    const kept = { right: 'kept', until: '2026-12-05T23:59:59.999Z' } as const
    const { user, server } = openOrder(() => ({ ...CASE, cancellation: kept, canCancel: true }), {
      askRefund: () => SENT,
    })
    expect(await screen.findByRole('group', { name: 'What is wrong?' })).toHaveAccessibleDescription(
      'No reason needed.',
    )
    expect(screen.getByLabelText('Changed my mind')).toBeChecked()
    await user.click(screen.getByLabelText('The film is not as it should be'))
    await user.click(screen.getByRole('button', { name: 'Send request' }))
    await waitFor(() => expect(server.inputsOf('checkout.askRefund')).toHaveLength(1))
  })

  it('says what came off, by its name, and what was paid in all', async () => {
    const discounts = {
      subtotal: '100.00',
      collection: '0.00',
      referral: '10.00',
      club: 'Sky High',
      percent: 10,
    }
    const lines = [
      { ...LINE, price: '60.00' },
      { ...WATCHED, price: '40.00' },
    ]
    openOrder(() => ({ ...CASE, total: '90.00', lines, discounts }))
    expect(
      await screen.findByRole('row', { name: 'Navigation £60.00 £54.00 Nothing 21 February 2027' }),
    ).toBeVisible()
    const sums = screen.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent])
    expect(sums).toEqual([
      ['Subtotal', '£100.00'],
      ['Sky High, 10%', '−£10.00'],
      ['Total', '£90.00'],
    ])
  })

  it('chooses the film that the link is about, and counts what would go back', async () => {
    const both = { ...CASE, total: '90.00', left: '90.00', lines: [LINE, WATCHED] }
    const { user } = openOrder(() => both, {}, '?film=7')
    expect(await screen.findByLabelText('Communications')).toBeChecked()
    expect(
      screen.getByText('You ask for £36.00 back. Communications closes once this is granted, not before.'),
    ).toBeVisible()
    await user.click(screen.getByLabelText('Navigation'))
    expect(
      screen.getByText(
        'You ask for £90.00 back. Navigation and Communications close once this is granted, not before.',
      ),
    ).toBeVisible()
    await user.click(screen.getByLabelText('Communications'))
    expect(
      screen.getByLabelText('£54.00 back: Navigation closes once this is granted, not before'),
    ).toBeChecked()
  })

  it('shows what was asked in the place of the form, and asks about the other film by a press', async () => {
    const lines = [{ ...LINE, isAsked: true }, WATCHED]
    const { user } = openOrder(() => ({ ...CASE, lines, requests: [REQUEST] }))
    expect(await screen.findByText(/^Asked on 23 November 2026:/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Send request' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Ask for something else' }))
    expect(
      screen.getByText('You ask for £36.00 back. Communications closes once this is granted, not before.'),
    ).toBeVisible()
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
    await user.click(await screen.findByLabelText('Changed my mind'))
    await user.click(await screen.findByRole('button', { name: 'Send request' }))
    expect(await screen.findByText(/^Asked on .*: £54\.00 back for Navigation/)).toBeVisible()
    const notices = within(screen.getByRole('region', { name: /Notices/ }))
    expect(notices.getByText(/asked about one of these films already/)).toBeVisible()
  })

  it('withdraws what waits, and says so where it stood', async () => {
    let isWithdrawn = false
    const waiting = { ...CASE, lines: [{ ...LINE, isAsked: true }], requests: [REQUEST] }
    const withdrawn = { ...REQUEST, status: 'withdrawn', answeredAt: '2026-11-24T10:00:00.000Z' } as const
    const { user } = openOrder(() => (isWithdrawn ? { ...CASE, requests: [withdrawn] } : waiting), {
      withdrawRequest() {
        isWithdrawn = true
        return { requestId: 'request-1' }
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Withdraw' }))
    expect(await screen.findByRole('button', { name: 'Send request' })).toBeVisible()
    expect(await screen.findByText('Request Withdrawn')).toBeVisible()
    expect(screen.getByText('Money back for Navigation: withdrawn on 24 November 2026')).toBeVisible()
    expect(document.activeElement).toHaveTextContent(/^Money back for Navigation: withdrawn/)
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

  it('says that a refund that was granted did not go through', async () => {
    const granted = { ...REQUEST, status: 'granted', answeredAt: '2026-11-24T10:00:00.000Z' } as const
    openOrder(() => ({ ...CASE, failed: '20.00', requests: [granted] }))
    const note = (await screen.findByText('£20.00 has not gone back yet')).parentElement
    expect(note).toHaveTextContent(/The instructor sees this and sends the money again, or in another way\./)
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
