import { screen, within } from '@testing-library/react'
import { OrderScreen } from '#client/features/account/order-screen.tsx'
import type {
  CaseLineOutput,
  RefundCaseOutput,
  RefundRequestOutput,
} from '#shared/schemas/refund-requests.ts'
import { openScreen, SAM } from '#tests/client/features/auth/open-screen.tsx'
import { type Answers, fakeServer } from '#tests/support/fake-server.ts'

export const LINE: CaseLineOutput = {
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
  isOpen: true,
  exchanges: [
    { id: 1, title: 'Air Law' },
    { id: 3, title: 'Meteorology' },
  ],
}
export const WATCHED: CaseLineOutput = {
  ...LINE,
  id: 'line-com',
  videoId: 7,
  title: 'Communications',
  paid: '36.00',
  watched: { percent: 40, completed: false },
  exchanges: [],
}
export const CASE: RefundCaseOutput = {
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
export const REQUEST: RefundRequestOutput = {
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

/** As it answers what was sent. */
export const SENT = { ...REQUEST, requestId: REQUEST.id }

export function openOrder(
  found: () => RefundCaseOutput | Promise<RefundCaseOutput>,
  checkout: Answers['checkout'] = {},
  at = '?order=order-1',
) {
  const server = fakeServer({
    auth: { me: () => ({ id: SAM.id, user: SAM }) },
    checkout: { refundCase: found, ...checkout },
  })
  return { server, user: openScreen({ Screen: OrderScreen, at: `/account/order${at}`, isSignedIn: true }) }
}

export const findPart = async () => within(await screen.findByRole('region', { name: 'Something wrong?' }))
