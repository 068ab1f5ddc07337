import type { Plant } from './plants.ts'

const PAYMENTS = 'src/server/features/payments'

/** Faults of payments, refunds, commission and VAT. */
export const PLANTS_OF_MONEY: readonly Plant[] = [
  {
    name: 'nothing-is-sold',
    of: 'a shop that refuses every order, politely',
    changes: [
      {
        file: 'src/server/features/checkout/create-intent.ts',
        find: "chargeability(priced.quote.totalPence) === 'too-small'",
        replace: "chargeability(priced.quote.totalPence) !== 'too-small'",
      },
    ],
  },
  {
    name: 'fulfilled-twice',
    of: 'browser and webhook fulfil one order at once',
    changes: [
      {
        file: `${PAYMENTS}/fulfil-order.ts`,
        find: `    where: { id: orderId, status: 'open' },
    data: { status: 'paid', paidAt: now },`,
        replace: `    where: { id: orderId },
    data: { status: 'paid', paidAt: now },`,
      },
    ],
  },
  {
    name: 'refund-keeps-access',
    of: 'a refund that leaves the videos open',
    changes: [
      {
        file: 'src/server/features/entitlements/entitlements.ts',
        find: 'where: { studentId, orderLineId: { in: [...input.lineIds] }, revokedAt: null },',
        replace: 'where: { studentId, orderLineId: { in: [] }, revokedAt: null },',
      },
    ],
  },
  {
    name: 'failed-refund-keeps-closed',
    of: 'a refund fails after access ended, and access stays ended',
    changes: [
      {
        file: 'src/server/features/entitlements/entitlements.ts',
        find: '      orderLineId: { notIn: [...input.exceptLineIds] },',
        replace: '      orderLineId: { in: [] },',
      },
    ],
  },
  {
    name: 'part-refund-takes-all-commission',
    of: 'a part refund claws back all commission',
    changes: [
      {
        file: 'src/shared/commission/commission.ts',
        find: '    numerator: refundedTotalPence,',
        replace: '    numerator: refundedTotalPence > 0 ? orderTotalPence : refundedTotalPence,',
      },
    ],
  },
  {
    name: 'line-refunded-twice',
    of: 'a double click refunds one video twice',
    changes: [
      {
        file: 'src/server/features/order-admin/refund-order.ts',
        find: "if (hasLiveRefund(payment.refunds, lineIds)) throw new ShopError('REFUND_PENDING')",
        replace: '',
      },
      {
        file: 'src/server/features/order-admin/refund-order.ts',
        find: "if (creditedOrAskedPence(sums) !== seenBackPence) throw new ShopError('CONFLICT')",
        replace: '',
      },
    ],
  },
  {
    name: 'refund-not-on-record',
    of: 'an admin refunds, and the audit says nothing',
    changes: [
      {
        file: 'src/server/features/order-admin/refund-order.ts',
        find: "    action: 'refund.requested',",
        replace: "    action: 'refund.seen',",
      },
    ],
  },
  {
    name: 'lost-dispute-keeps-access',
    of: 'the bank takes the money back, and the videos stay open',
    changes: [
      {
        file: 'src/server/features/refunds/paid-order.ts',
        find: 'if (isTaken || isWhole)',
        replace: 'if (isWhole && !isTaken)',
      },
    ],
  },
  {
    name: 'no-reconciliation',
    of: 'a payment whose browser left and whose webhook was lost',
    changes: [
      {
        file: `${PAYMENTS}/reconcile-payments.ts`,
        find: "const isOpen = { status: { in: ['open', 'processing'] } }",
        replace: "const isOpen = { status: { in: ['processing'] } }",
      },
    ],
  },
  {
    name: 'events-not-read',
    of: "a refund at Stripe's dashboard whose webhook was lost",
    changes: [
      {
        file: `${PAYMENTS}/reconcile-payments.ts`,
        find: 'await catchUpEvents(deps).catch(',
        replace: 'await Promise.resolve().catch(',
      },
    ],
  },
  {
    name: 'failed-event-counts-as-handled',
    of: 'an event whose handling failed is never handled',
    changes: [
      {
        file: `${PAYMENTS}/stripe-events.ts`,
        find: 'data: { attempts: { increment: 1 }, lastError },',
        replace: 'data: { attempts: { increment: 1 }, lastError, processedAt: deps.clock.now() },',
      },
    ],
  },
  {
    name: 'orders-never-expire',
    of: 'an unpaid order stays open for ever',
    changes: [
      {
        file: `${PAYMENTS}/reconcile-payments.ts`,
        find: "where: { status: 'open', expiresAt: { lte: deps.clock.now() } },",
        replace: "where: { status: 'cancelled', expiresAt: { lte: deps.clock.now() } },",
      },
    ],
  },
  {
    name: 'charged-without-discount',
    of: 'another price is charged than was quoted',
    changes: [
      {
        file: `${PAYMENTS}/payment-intent.ts`,
        find: '{ id: orderId, totalPence, intentKeyNumber: keyNumber }: FullOrder,',
        replace: '{ id: orderId, subtotalPence: totalPence, intentKeyNumber: keyNumber }: FullOrder,',
      },
    ],
  },
  {
    name: 'vat-rounded-down',
    of: 'VAT loses its half pennies',
    changes: [
      {
        file: 'src/shared/money/vat.ts',
        find: '  return { exVatPence: subtractPence(total, vatPence), vatPence }',
        replace:
          '  const down = Math.floor((total * units) / (oneAsUnits + units)) as Pence\n  return { exVatPence: subtractPence(total, down), vatPence: down }',
      },
    ],
  },
  {
    name: 'unpaid-is-fulfilled',
    of: 'access is given for an order that is not paid',
    changes: [
      {
        file: `${PAYMENTS}/sync-payment.ts`,
        find: '  await recordStatus(deps, order, details)\n  return {',
        replace: "  await fulfilOrder(deps, order.id, { kind: 'free' })\n  return {",
      },
    ],
  },
  {
    name: 'payout-paid-twice',
    of: 'a double click pays a payout twice',
    changes: [
      {
        file: 'src/server/features/commissions/payouts/pay-payouts.ts',
        find: "if (payout.status === 'paid') return { isRemade: false, isNew: false, outboxId: null }",
        replace: '',
      },
      {
        file: 'src/server/features/commissions/payouts/pay-payouts.ts',
        find: "where: { id, status: 'pending' },",
        replace: 'where: { id },',
      },
    ],
  },
  {
    name: 'payout-before-its-quarter',
    of: 'a payout contains what was earned after its quarter',
    changes: [
      {
        file: 'src/server/features/commissions/payouts/generate-payouts.ts',
        find: 'or e."quarter" <=',
        replace: "or '' <=",
      },
      {
        file: 'src/server/features/commissions/queries.ts',
        find: 'where e."quarter" <= ',
        replace: "where '' <= ",
      },
    ],
  },
  {
    name: 'payout-in-two-files',
    of: 'a double click puts a payout into two bank files',
    changes: [
      {
        file: 'src/server/features/commissions/bank-files/payout-run-queries.ts',
        find: "  if (exportedAt !== null) return 'exported'\n",
        replace: '  if (exportedAt === undefined) return null\n',
      },
      {
        file: 'src/server/features/commissions/bank-files/export-bank-file.ts',
        find: "where: { id: { in: payoutIds }, status: 'pending', exportedAt: null },",
        replace: "where: { id: { in: payoutIds }, status: 'pending' },",
      },
    ],
  },
  {
    name: 'return-not-seen',
    of: 'a payout stays paid whose money came back',
    changes: [
      {
        file: 'src/server/features/commissions/bank-files/match-statement.ts',
        find: 'returned: matchedOf(false), unclear }',
        replace: 'returned: [], unclear }',
      },
    ],
  },
  {
    name: 'payout-without-vat',
    of: 'a club that is registered for VAT is paid without it',
    changes: [
      {
        file: 'src/shared/commission/payout.ts',
        find: 'const vatPence = vatOn(largerPence(vatablePence, zeroPence), vatRate)',
        replace: 'const vatPence = vatRate > 1 ? largerPence(vatablePence, zeroPence) : zeroPence',
      },
    ],
  },
]
