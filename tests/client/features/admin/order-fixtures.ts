import type {
  AccessOutput,
  LineDetailOutput,
  MailOutput,
  OrderDetailOutput,
  OrderRowOutput,
  PersonOutput,
  RefundDetailOutput,
  StudentDetailOutput,
} from '#shared/schemas/admin-orders.ts'

export function anOrderRow(over: Partial<OrderRowOutput> = {}): OrderRowOutput {
  return {
    id: 'order-1',
    status: 'paid',
    createdAt: '2026-11-02T10:00:00.000Z',
    paidAt: '2026-11-02T10:01:00.000Z',
    isBundle: false,
    videos: ['Navigation', 'Communications'],
    total: '90.00',
    refunded: '0.00',
    hasOpenDispute: false,
    openWish: null,
    invoiceNumber: 'INV-000123',
    student: { id: 'student-kim', username: 'kim', email: 'kim@example.com' },
    ...over,
  }
}

export function aPerson(over: Partial<PersonOutput> = {}): PersonOutput {
  return {
    id: 'student-kim',
    username: 'kim',
    email: 'kim@example.com',
    accountType: 'personal',
    businessName: null,
    vatNumber: null,
    verifiedAt: '2026-11-01T09:00:00.000Z',
    createdAt: '2026-11-01T08:00:00.000Z',
    lastSeenAt: '2026-11-20T18:00:00.000Z',
    erasedAt: null,
    ...over,
  }
}

export function anAccess(over: Partial<AccessOutput> = {}): AccessOutput {
  return {
    id: 'access-nav',
    videoId: 2,
    title: 'Navigation',
    orderId: 'order-1',
    startsAt: '2026-11-02T10:01:00.000Z',
    expiresAt: '2027-02-02T10:01:00.000Z',
    revokedAt: null,
    grantReason: null,
    isOpen: true,
    ...over,
  }
}

export function aLineDetail(over: Partial<LineDetailOutput> = {}): LineDetailOutput {
  return {
    id: 'line-nav',
    videoId: 2,
    title: 'Navigation',
    listPrice: '60.00',
    paid: '54.00',
    exVat: '45.00',
    vat: '9.00',
    refund: 'none',
    access: anAccess(),
    watched: {
      videoId: 2,
      title: 'Navigation',
      percent: 40,
      positionSeconds: 900,
      completed: false,
      startedAt: '2026-11-03T19:00:00.000Z',
      updatedAt: '2026-11-03T19:20:00.000Z',
      watchedSeconds: 1_310,
      durationSeconds: 6_720,
    },
    ...over,
  }
}

function aMail(over: Partial<MailOutput> = {}): MailOutput {
  return {
    id: 'mail-1',
    template: 'purchase-confirmation',
    to: 'kim@example.com',
    status: 'sent',
    createdAt: '2026-11-02T10:01:00.000Z',
    sentAt: '2026-11-02T10:01:02.000Z',
    lastError: null,
    documentIds: ['paper-1'],
    canRepeat: true,
    ...over,
  }
}

/** Two videos at £90 with a code, one of them half watched. */
export function anOrderDetail(over: Partial<OrderDetailOutput> = {}): OrderDetailOutput {
  return {
    id: 'order-1',
    status: 'paid',
    isBundle: false,
    createdAt: '2026-11-02T10:00:00.000Z',
    expiresAt: '2026-11-03T10:00:00.000Z',
    paidAt: '2026-11-02T10:01:00.000Z',
    cancelledAt: null,
    subtotal: '100.00',
    collectionDiscount: '0.00',
    referralDiscount: '10.00',
    total: '90.00',
    exVat: '75.00',
    vat: '15.00',
    vatRate: 0.2,
    referral: {
      code: 'HEDGEROW17',
      club: 'Hedgerow Flying Club',
      discountPercent: 10,
      commissionPercent: 5,
    },
    commission: { earned: '3.67', takenBack: '0.00' },
    buyer: null,
    cancellation: {
      right: 'waived',
      wording: 'Open my films now.',
      agreedAt: '2026-11-02T10:00:30.000Z',
    },
    student: aPerson(),
    lines: [
      aLineDetail(),
      aLineDetail({
        id: 'line-com',
        videoId: 7,
        title: 'Communications',
        listPrice: '40.00',
        paid: '36.00',
        exVat: '30.00',
        vat: '6.00',
        access: anAccess({ id: 'access-com', videoId: 7, title: 'Communications' }),
        watched: null,
      }),
    ],
    payment: {
      intentId: 'pi_1',
      chargeId: 'ch_1',
      status: 'paid',
      method: 'card',
      fee: '1.55',
      feeIsEstimate: false,
    },
    credited: '0.00',
    creditedVat: '0.00',
    asked: '0.00',
    requests: [],
    refunds: [],
    disputes: [],
    documents: [
      {
        id: 'paper-1',
        number: 'INV-000123',
        kind: 'invoice',
        date: '2026-11-02T10:01:00.000Z',
        total: '90.00',
      },
    ],
    mails: [aMail()],
    events: [],
    audit: [],
    ...over,
  }
}

export function aStudentDetail(over: Partial<StudentDetailOutput> = {}): StudentDetailOutput {
  return {
    student: aPerson(),
    orders: [anOrderRow()],
    access: [anAccess()],
    watched: [],
    mails: [aMail()],
    audit: [],
    ...over,
  }
}

/** A refund of £36.00 that arrived, as the order's page has it. */
export function aRefund(change: Partial<RefundDetailOutput> = {}): RefundDetailOutput {
  return {
    id: 'refund-1',
    status: 'succeeded',
    amount: '36.00',
    credited: '36.00',
    reason: 'Refund',
    adminEmail: null,
    createdAt: '2026-11-10T10:00:00.000Z',
    settledAt: '2026-11-10T10:00:00.000Z',
    lineIds: [],
    canAssign: false,
    canResolve: false,
    resolution: null,
    resolutionNote: null,
    lastError: null,
    lookalikeAt: null,
    ...change,
  }
}
