import { AT } from './schema-time.ts'

/** Rows of what is read from Stripe, and of what students ask back, as in `RIGHT_ROWS`. */
export const REPORT_ROWS = {
  VatSettings: { id: 1, stagger: 1, updatedAt: AT },
  BalanceRead: { id: 1, until: AT },
  StripePayout: {
    id: 'po_1',
    amountPence: 5800,
    status: 'paid',
    isAutomatic: true,
    createdAt: AT,
    arrivesAt: AT,
    listedAt: AT,
  },
  BalanceTransaction: {
    id: 'txn_1',
    type: 'charge',
    category: 'charge',
    amountPence: 6000,
    feePence: 110,
    netPence: 5890,
    currency: 'gbp',
    createdAt: AT,
  },
  RefundRequest: {
    id: 'q1',
    orderId: 'o1',
    status: 'waiting',
    wish: 'refund',
    reason: 'changedMind',
    createdAt: AT,
  },
  RefundRequestLine: { requestId: 'q1', orderLineId: 'l1', isOpen: true },
  Question: {
    id: 'q1',
    studentId: 'p1',
    videoId: 1,
    positionSeconds: 9,
    body: 'Why?',
    createdAt: AT,
  },
}
