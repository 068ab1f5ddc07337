import fc from 'fast-check'
import {
  correctCommission,
  earnCommission,
  reverseCommission,
} from '#server/features/commissions/commissions.ts'
import { endReferer } from '#server/features/commissions/payouts/end-referer.ts'
import { generateLastQuarter } from '#server/features/commissions/payouts/generate-payouts.ts'
import { markPaid } from '#server/features/commissions/payouts/pay-payouts.ts'
import { markPending } from '#server/features/commissions/payouts/reverse-payments.ts'
import { newId } from '#server/infra/ids.ts'
import { pence } from '#shared/money/money.ts'
import { splitGross } from '#shared/money/vat.ts'
import type { TestDeps } from '#tests/support/deps.ts'
import { makeStudent } from '#tests/support/factories/student.ts'

type Sale = { orderId: string; totalPence: number; vatPence: number; returnedPence: number }

export type History = {
  deps: TestDeps
  adminId: string
  refererIds: string[]
  sales: Sale[]
  /** Each payout as it was at its first payment. */
  firstPaid: Map<string, number>
}

export function beginHistory(deps: TestDeps, adminId: string, refererIds: string[]): History {
  return { deps, adminId, refererIds, sales: [], firstPaid: new Map() }
}

const which = fc.nat(1_000)
const event = fc.oneof(
  {
    weight: 18,
    arbitrary: fc.record({
      what: fc.constant('sell' as const),
      which,
      totalPence: fc.integer({ min: 20_000, max: 90_000 }),
      isEstimate: fc.boolean(),
    }),
  },
  {
    weight: 9,
    arbitrary: fc.record({
      what: fc.constant('return' as const),
      which,
      percent: fc.integer({ min: 0, max: 100 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ what: fc.constant('learnFee' as const), which, feePence: fc.nat(2_000) }),
  },
  {
    weight: 12,
    arbitrary: fc.record({ what: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 70 }) }),
  },
  { weight: 12, arbitrary: fc.record({ what: fc.constant('close' as const) }) },
  { weight: 9, arbitrary: fc.record({ what: fc.constant('pay' as const), which }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('reversePayout' as const), which }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('export' as const), which }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('end' as const), which }) },
)
type Event = typeof event extends fc.Arbitrary<infer E> ? E : never

/** Sales, refunds, card fees, time, closes, payments and endings in any order. */
export const anyHistory = fc.array(event, { minLength: 15, maxLength: 40 })

/** A history that pays and then refunds the same sale: chance alone may not produce it. */
export const PAID_HISTORY: Event[] = [
  { what: 'sell', which: 0, totalPence: 60_000, isEstimate: true },
  { what: 'sell', which: 1, totalPence: 34_000, isEstimate: false },
  { what: 'learnFee', which: 0, feePence: 900 },
  { what: 'wait', days: 60 },
  { what: 'close' },
  { what: 'return', which: 1, percent: 30 },
  { what: 'pay', which: 0 },
  { what: 'pay', which: 0 },
  { what: 'return', which: 0, percent: 100 },
  { what: 'wait', days: 60 },
  { what: 'wait', days: 60 },
  { what: 'close' },
]

export async function happen(history: History, next: Event): Promise<void> {
  if (next.what === 'sell') return sell(history, next)
  if (next.what === 'return') return giveBack(history, next)
  if (next.what === 'learnFee') return learnFee(history, next)
  if (next.what === 'wait') return history.deps.clock.advance(next.days * 24 * 60 * 60_000)
  if (next.what === 'close') return void (await generateLastQuarter(history.deps))
  if (next.what === 'pay') return pay(history, next.which)
  if (next.what === 'reversePayout') return reversePayout(history, next.which)
  if (next.what === 'export') return exportPayout(history, next.which)
  return end(history, next.which)
}

function pick<T>(list: readonly T[], index: number): T | undefined {
  return list.length === 0 ? undefined : list[index % list.length]
}

async function sell(
  { deps, refererIds, sales }: History,
  { which: index, totalPence, isEstimate }: { which: number; totalPence: number; isEstimate: boolean },
): Promise<void> {
  const now = deps.clock.now()
  const { id: studentId } = await makeStudent(deps)
  const { exVatPence, vatPence } = splitGross(pence(totalPence), 0.2)
  const order = { id: newId(now), studentId, totalPence: pence(totalPence), vatPence }
  await deps.db.order.create({
    data: {
      ...order,
      status: 'paid',
      cartKey: order.id,
      isBundle: false,
      collectionDiscount: 'none',
      subtotalPence: totalPence,
      collectionDiscountPence: 0,
      referralDiscountPence: 0,
      exVatPence,
      vatBps: 2_000,
      singleMonths: 3,
      bundleMonths: 12,
      createdAt: now,
      expiresAt: now,
      paidAt: now,
    },
  })
  const referral = { refererId: pick(refererIds, index) ?? '', commissionBps: 500 }
  await deps.db.$transaction((tx) =>
    earnCommission(tx, {
      order: { ...order, referral },
      feePence: pence(500),
      feeIsEstimate: isEstimate,
      isOwnCode: false,
      now,
    }),
  )
  sales.push({ orderId: order.id, totalPence, vatPence, returnedPence: 0 })
}

/** Changes the refunded share to this percentage: more is a refund, less is a failed one. */
async function giveBack(
  history: History,
  { which: index, percent }: { which: number; percent: number },
): Promise<void> {
  const sale = pick(history.sales, index)
  if (!sale) return
  sale.returnedPence = Math.floor((sale.totalPence * percent) / 100)
  await reverse(history, sale)
}

function reverse({ deps }: History, sale: Sale) {
  return deps.db.$transaction((tx) =>
    reverseCommission(tx, {
      orderId: sale.orderId,
      orderTotalPence: pence(sale.totalPence),
      returnedPence: pence(sale.returnedPence),
      cause: { refundId: null, disputeId: null },
      now: deps.clock.now(),
      vatRate: 0.2,
    }),
  )
}

async function learnFee(
  history: History,
  { which: index, feePence }: { which: number; feePence: number },
): Promise<void> {
  const sale = pick(history.sales, index)
  if (!sale) return
  const { deps } = history
  await deps.db.$transaction((tx) =>
    correctCommission(tx, {
      orderId: sale.orderId,
      paidPence: sale.totalPence,
      vatPence: sale.vatPence,
      feePence,
      now: deps.clock.now(),
    }),
  )
  await reverse(history, sale)
}

function payoutsOf({ deps }: History, status: 'pending' | 'paid') {
  return deps.db.payout.findMany({ where: { status }, orderBy: { id: 'asc' } })
}

async function pay(history: History, index: number): Promise<void> {
  const payout = pick(await payoutsOf(history, 'pending'), index)
  if (!payout) return
  const { deps, adminId, firstPaid } = history
  await markPaid(deps, { id: payout.id, adminId, paidAt: null })
  if (!firstPaid.has(payout.id)) firstPaid.set(payout.id, payout.payoutPence)
}

async function reversePayout(history: History, index: number): Promise<void> {
  const payout = pick(await payoutsOf(history, 'paid'), index)
  if (payout) await markPending(history.deps, { id: payout.id, adminId: history.adminId })
}

async function exportPayout(history: History, index: number): Promise<void> {
  const payout = pick(await payoutsOf(history, 'pending'), index)
  if (!payout) return
  const exportedAt = history.deps.clock.now()
  await history.deps.db.payout.update({ where: { id: payout.id }, data: { exportedAt } })
}

async function end({ deps, adminId, refererIds }: History, index: number): Promise<void> {
  const id = pick(refererIds, index) ?? ''
  const { endedAt } = await deps.db.referer.findUniqueOrThrow({ where: { id } })
  if (!endedAt) await endReferer(deps, { id, reason: null, adminId })
}
