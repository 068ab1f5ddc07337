import { screen, within } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { AttentionScreen } from '#client/features/admin/attention/attention-screen.tsx'
import type { AttentionItem } from '#shared/schemas/attention.ts'
import { backOffice } from '#tests/client/features/admin/admin-fixtures.ts'
import { findNotices } from '#tests/client/features/admin/open-dashboard.tsx'
import { openScreen } from '#tests/client/features/auth/open-screen.tsx'
import { refuse } from '#tests/support/fake-server.ts'

const DISPUTE: AttentionItem = {
  id: 'dispute-1',
  kind: 'dispute',
  at: '2026-11-20T09:00:00.000Z',
  dueAt: '2099-11-30T23:59:00.000Z',
  isLate: false,
  what: 'The bank of kim@example.com disputes £60.00.',
  next: 'Follows Stripe and books how it ends.',
  act: 'Answer it on the order’s page before the deadline.',
  place: { to: 'order', orderId: 'order-1' },
  canClose: false,
}
const STRAY: AttentionItem = {
  id: 'incident-1',
  kind: 'paymentWithoutOrder',
  at: '2026-11-21T09:00:00.000Z',
  dueAt: null,
  isLate: false,
  what: 'Payment pi_1 was made for order order-2, which is not open for it.',
  next: 'Nothing. The money stays at Stripe.',
  act: 'Refund it in Stripe’s dashboard, then mark it as done.',
  place: null,
  canClose: true,
}
const MAIL: AttentionItem = {
  ...STRAY,
  id: 'mail-1',
  kind: 'mail',
  what: '“Welcome” to lee@example.com may not have arrived.',
  place: { to: 'operations' },
}

function openAttention(items: AttentionItem[]) {
  let open = items
  const closed: string[] = []
  backOffice({
    operations: {
      dismissMail: ({ id }) => {
        closed.push(`mail ${id}`)
        open = open.filter((item) => item.id !== id)
        return { success: true as const }
      },
    },
    attention: {
      list: () => ({ items: open, hasMore: false }),
      count: () => ({ count: open.length }),
      close: ({ id }) => {
        closed.push(id)
        open = open.filter((item) => item.id !== id)
        return { success: true as const }
      },
    },
  })
  return { closed, user: openScreen({ Screen: AttentionScreen, at: '/admin/attention' }) }
}

const rowOf = async (words: RegExp) => {
  const row = (await screen.findByText(words)).closest('tr')
  if (!row) throw new Error('It stands in no row')
  return within(row)
}

describe('what needs a person', () => {
  it('says what happened, what the shop does, what to do, until when and where', async () => {
    openAttention([DISPUTE, STRAY])
    const dispute = await rowOf(/disputes £60\.00/)
    dispute.getByText(/Answer by 30 Nov/)
    dispute.getByText(`The shop: ${DISPUTE.next}`)
    dispute.getByText(DISPUTE.act)
    const link = dispute.getByRole('link', { name: /^Open the order: Dispute/ })
    expect(link.getAttribute('href')).toBe('/admin/orders/order-1')
    expect(dispute.queryByRole('button')).toBeNull()
  })

  it('has bank details to check with their button, not as a line', async () => {
    const payout = { ...DISPUTE, id: 'payout-1', kind: 'payout' as const, place: null }
    backOffice({
      attention: {
        count: () => ({ count: 1 }),
        list: () => ({ items: [payout], hasMore: false }),
      },
      bankChanges: () => [
        {
          id: 'club-1',
          name: 'Saltmarsh Aero Club',
          changedAt: '2026-09-22T08:00:00.000Z',
          sortCode: '••-••-00',
          accountNumber: '••••0012',
          phoneNumber: null,
          phoneKnownBefore: '01632 960101',
        },
      ],
    })
    openScreen({ Screen: AttentionScreen, at: '/admin/attention' })
    expect(await screen.findByText('Saltmarsh Aero Club changed their bank details')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Mark as checked' })).toBeVisible()
    expect(screen.queryByText(DISPUTE.what)).toBeNull()
    expect(screen.queryByText('Nothing needs you')).toBeNull()
  })

  it('has the money it is about in a column of its own', async () => {
    openAttention([{ ...DISPUTE, amount: '60.00' }, STRAY])
    expect(await screen.findByRole('columnheader', { name: 'Sum' })).toBeVisible()
    const dispute = await rowOf(/disputes £60\.00/)
    expect(dispute.getByRole('cell', { name: '£60.00' })).toBeVisible()
  })

  it('has a dispute whose time has passed last, and says so', async () => {
    openAttention([{ ...DISPUTE, dueAt: '2026-09-11T09:00:00.000Z', isLate: true }, STRAY])
    const dispute = await rowOf(/disputes £60\.00/)
    expect(
      dispute.getByText(/^Dispute\. The time to answer ended on 11 September 2026 at 10:00$/),
    ).toBeVisible()
    const [first] = screen.getAllByRole('rowheader')
    expect(first).toHaveTextContent(STRAY.what)
  })

  it('says of a refund that was due that it is late', async () => {
    openAttention([{ ...DISPUTE, kind: 'refundRequest', dueAt: '2026-09-11T09:00:00.000Z', isLate: true }])
    expect(await screen.findByText(/Was due on 11 September 2026 at 10:00$/)).toBeVisible()
  })

  it('counts in the way to it, and leaves by a button where only a person can say that it is done', async () => {
    const { user, closed } = openAttention([DISPUTE, STRAY])
    await screen.findByRole('link', { name: /^Needs attention \s*2\s*open$/ })
    await user.click(await screen.findByRole('button', { name: /^Done: Payment without order/ }))
    await (await findNotices()).findByText('Taken off the list')
    await screen.findByRole('link', { name: /^Needs attention \s*1\s*open$/ })
    expect(closed).toEqual(['incident-1'])
    expect(screen.queryByText(STRAY.what)).toBeNull()
  })

  it('lets an email that needs no one any more leave in the same way', async () => {
    const { user, closed } = openAttention([MAIL])
    await user.click(await screen.findByRole('button', { name: /^Done: Email, “Welcome” to lee/ }))
    await screen.findByRole('heading', { name: 'Nothing needs you' })
    expect(closed).toEqual(['mail mail-1'])
  })

  it('is empty where nothing is open, and has no number', async () => {
    openAttention([])
    await screen.findByRole('heading', { name: 'Nothing needs you' })
    screen.getByRole('link', { name: 'Needs attention' })
  })

  it('has what waits for clubs below it, as the dashboard begins with it', async () => {
    backOffice({
      attention: { count: () => ({ count: 2 }), list: () => ({ items: [DISPUTE], hasMore: false }) },
      missingBank: () => [{ id: 'c', name: 'Cedar', unpaidAmount: '31.20', askedAt: null }],
    })
    openScreen({ Screen: AttentionScreen, at: '/admin/attention' })
    const clubs = within(await screen.findByRole('table', { name: 'Clubs' }))
    expect(clubs.getByRole('row', { name: /^Cedar: no bank details/ })).toBeVisible()
    expect(clubs.getByRole('button', { name: 'Ask Cedar for bank details' })).toBeVisible()
  })

  it('is not empty where clubs wait', async () => {
    backOffice({ missingBank: () => [{ id: 'c', name: 'Cedar', unpaidAmount: '31.20', askedAt: null }] })
    openScreen({ Screen: AttentionScreen, at: '/admin/attention' })
    await screen.findByRole('table', { name: 'Clubs' })
    expect(screen.queryByText('Nothing needs you')).toBeNull()
    expect(screen.queryByRole('heading', { name: 'Open' }), 'a heading over nothing').toBeNull()
  })

  it('asks again what waits for clubs when it is opened again', async () => {
    let waiting = [{ id: 'c', name: 'Cedar', unpaidAmount: '31.20', askedAt: null }]
    backOffice({ missingBank: () => waiting })
    const Screen = () => {
      const [isThere, setThere] = useState(true)
      return (
        <>
          <button type="button" onClick={() => setThere(!isThere)}>
            Leave or return
          </button>
          {isThere && <AttentionScreen />}
        </>
      )
    }
    const user = openScreen({ Screen, at: '/admin/attention' })
    await screen.findByRole('table', { name: 'Clubs' })
    waiting = []
    await user.click(screen.getByRole('button', { name: 'Leave or return' }))
    await user.click(screen.getByRole('button', { name: 'Leave or return' }))
    await screen.findByText('Nothing needs you')
  })

  it('says when it could not be read', async () => {
    backOffice({ attention: { count: () => ({ count: 0 }), list: () => refuse('SERVICE_UNAVAILABLE') } })
    openScreen({ Screen: AttentionScreen, at: '/admin/attention' })
    await screen.findByRole('button', { name: 'Try again' })
  })
})
