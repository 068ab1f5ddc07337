import fc from 'fast-check'
import { createIntent } from '#server/features/checkout/create-intent.ts'
import { endReferer } from '#server/features/commissions/payouts/end-referer.ts'
import { generateLastQuarter } from '#server/features/commissions/payouts/generate-payouts.ts'
import { markPaid } from '#server/features/commissions/payouts/pay-payouts.ts'
import { refundOrder } from '#server/features/order-admin/refund-order.ts'
import { syncPayment } from '#server/features/payments/sync-payment.ts'
import { chargeOf, goneBackOf } from '#tests/server/features/refunds/refunded-order.ts'
import type { MadeReferer } from '#tests/support/factories/referer.ts'
import { type MadeStudent, makeStudent } from '#tests/support/factories/student.ts'
import type { TestShop } from '#tests/support/shop.ts'

export type History = {
  shop: TestShop
  adminId: string
  referers: MadeReferer[]
  students: MadeStudent[]
  paid: { orderId: string; intentId: string }[]
}

const which = fc.nat({ max: 1_000 })

const event = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({
      what: fc.constant('buy' as const),
      which,
      videoIds: fc.oneof(
        fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
        fc.constant([1, 2, 3, 4, 5, 6, 7]),
      ),
      /** One in three without a code. */
      referer: fc.nat({ max: 2 }),
      isAgain: fc.boolean(),
      feeIsLate: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant('refund' as const),
      which,
      pence: fc.integer({ min: 1, max: 9_000 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ what: fc.constant('refundLine' as const), which, line: fc.nat({ max: 6 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constantFrom('fail', 'dispute', 'win', 'lose', 'tellFee', 'pay', 'end'),
      which,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ what: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 50 }) }),
  },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('close' as const) }) },
)
type Event = {
  what: string
  which?: number
  videoIds?: readonly number[]
  referer?: number
  isAgain?: boolean
  feeIsLate?: boolean
  pence?: number
  line?: number
  days?: number
}

/** Sales with and without codes, refunds, failed refunds, late card fees, closes, payments and endings. */
export const anyHistory: fc.Arbitrary<Event[]> = fc.array(event, { minLength: 8, maxLength: 24 })

/** A history with a bundle, a video and refunds: chance alone may not produce it. */
export const REFUNDED_HISTORY: Event[] = [
  { what: 'buy', which: 0, videoIds: [1, 2, 3, 4, 5, 6, 7], referer: 0, isAgain: false, feeIsLate: false },
  { what: 'buy', which: 1, videoIds: [2], referer: 1, isAgain: false, feeIsLate: true },
  { what: 'refund', which: 0, pence: 5_000 },
  { what: 'refundLine', which: 1, line: 0 },
]

export async function happen(history: History, next: Event): Promise<void> {
  const { shop } = history
  shop.deps.clock.advance(1_000)
  if (next.what === 'buy') return buy(history, next)
  if (next.what === 'wait') return shop.deps.clock.advance((next.days ?? 1) * 24 * 60 * 60_000)
  if (next.what === 'close') return void (await generateLastQuarter(shop.deps))
  if (next.what === 'pay') return pay(history)
  if (next.what === 'end') return end(history)
  const order = history.paid[(next.which ?? 0) % Math.max(history.paid.length, 1)]
  if (!order) return
  if (next.what === 'refundLine') await refundLine(history, order.orderId, next.line ?? 0)
  else await atTheBank(shop, order.intentId, next)
  await syncPayment(shop.deps, order.intentId)
}

async function buy(history: History, next: Event): Promise<void> {
  const { shop, students } = history
  const before = students[(next.which ?? 0) % Math.max(students.length, 1)]
  const student = next.isAgain && before ? before : await makeStudent(shop.deps)
  if (!students.includes(student)) students.push(student)
  const owned = await shop.deps.db.entitlement.findMany({
    where: { studentId: student.id, revokedAt: null, expiresAt: { gt: shop.deps.clock.now() } },
    select: { videoId: true },
  })
  const videoIds = (next.videoIds ?? []).filter((id) => !owned.some(({ videoId }) => videoId === id))
  if (videoIds.length === 0) return
  const referer = history.referers[next.referer ?? 0]
  const isActive =
    referer && (await shop.deps.db.referer.count({ where: { id: referer.id, endedAt: null } })) === 1
  const request = { studentId: student.id, videoIds, referralCode: isActive ? referer.code : null }
  const { order, intent } = await createIntent(shop.deps, request)
  // An order of £0 is paid already, and is a sale too.
  if (!intent) return
  const [orderId, { intentId }] = [order.id, intent]
  shop.sandbox.controls.switch({ lateFees: next.feeIsLate ?? false })
  await shop.pay(intentId)
  shop.sandbox.controls.switch({ lateFees: false })
  await syncPayment(shop.deps, intentId)
  history.paid.push({ orderId, intentId })
}

/** What the bank or Stripe does next; steps that the sandbox refuses are skipped. */
async function atTheBank(shop: TestShop, intentId: string, next: Event): Promise<void> {
  const { controls } = shop.sandbox
  const charge = await chargeOf(shop, intentId)
  const refunds = await shop.stripe.refunds.list({ charge: charge.id })
  const disputes = await shop.stripe.disputes.list({ charge: charge.id })
  const [refund] = refunds.data
  const [dispute] = disputes.data
  try {
    if (next.what === 'refund') controls.refund(charge.id, next.pence)
    if (next.what === 'fail' && refund) controls.failRefund(refund.id)
    if (next.what === 'dispute') controls.openDispute(charge.id)
    if (next.what === 'win' && dispute) controls.winDispute(dispute.id)
    if (next.what === 'lose' && dispute) controls.loseDispute(dispute.id)
    if (next.what === 'tellFee') controls.tellFee(charge.id)
  } catch (error) {
    if (!(error instanceof Error) || error.name === 'TypeError') throw error
  }
}

const REFUSALS = new Set([
  'CONFLICT',
  'NOTHING_TO_REFUND',
  'REFUND_DISPUTED',
  'REFUND_MADE_BEFORE',
  'REFUND_PENDING',
  'REFUND_REFUSED',
])

async function refundLine({ shop, adminId }: History, orderId: string, index: number): Promise<void> {
  const lines = await shop.deps.db.orderLine.findMany({ where: { orderId }, orderBy: { videoId: 'asc' } })
  const line = lines[index % Math.max(lines.length, 1)]
  if (!line) return
  const seenBackPence = await goneBackOf(shop, orderId)
  const request = { lineIds: [line.id] }
  await refundOrder(shop.deps, {
    orderId,
    wish: request,
    reason: 'By mistake',
    adminId,
    seenBackPence,
  }).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && REFUSALS.has(String(error.code)))) throw error
  })
}

async function pay({ shop, adminId }: History): Promise<void> {
  const payout = await shop.deps.db.payout.findFirst({ where: { status: 'pending' }, orderBy: { id: 'asc' } })
  if (payout) await markPaid(shop.deps, { id: payout.id, adminId, paidAt: null })
}

async function end({ shop, adminId, referers }: History): Promise<void> {
  const id = referers[0]?.id ?? ''
  const { endedAt } = await shop.deps.db.referer.findUniqueOrThrow({ where: { id } })
  if (!endedAt) await endReferer(shop.deps, { id, reason: null, adminId })
}
