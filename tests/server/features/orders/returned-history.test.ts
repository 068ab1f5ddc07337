import { fc, test as property } from '@fast-check/vitest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refundOrder } from '#server/features/orders/refund-order.ts'
import { settlePayment } from '#server/features/orders/settle-payment.ts'
import type { PaymentFacts } from '#server/infra/stripe.ts'
import { type MadeAdmin, makeAdmin } from '#tests/support/factories/admin.ts'
import { type MadeReferer, makeReferer } from '#tests/support/factories/referer.ts'
import { makeStudent } from '#tests/support/factories/student.ts'
import { createTestShop, type TestShop } from '#tests/support/shop.ts'
import { size } from '#tests/support/size.ts'
import { chargeOf, goneBackOf, readOrder, sum } from './returned-order.ts'

const EXPECTED = new Set(['REFUND_PENDING', 'NOTHING_TO_REFUND', 'REFUND_REFUSED', 'ORDER_NOT_FOUND'])

let shop: TestShop
let admin: MadeAdmin
let referer: MadeReferer
beforeAll(async () => {
  shop = await createTestShop()
  admin = await makeAdmin(shop.deps)
  referer = await makeReferer(shop.deps)
})
afterAll(() => shop.close())

const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('refund'), pence: fc.integer({ min: 1, max: 9_000 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('refund-all') }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('refund-line'), line: fc.nat({ max: 6 }) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('fail'), which: fc.nat({ max: 3 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('dispute', 'win', 'lose') }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('settle'), times: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('read', 'late-answer') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('tell-fee') }) },
)
type Step = { do: string; pence?: number; line?: number; which?: number; times?: number }

const history = fc.record({
  videoIds: fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
  hasCode: fc.boolean(),
  feeIsLate: fc.boolean(),
  steps: fc.array(step, { minLength: 1, maxLength: 14 }),
})

type Paid = { orderId: string; intentId: string; remembered: PaymentFacts | null }

/** Does what a person, a bank or Stripe could do next; what the sandbox refuses is not done. */
async function act(paid: Paid, next: Step): Promise<void> {
  const { controls } = shop.sandbox
  const charge = await chargeOf(shop, paid.intentId)
  if (next.do === 'refund') return attempt(() => controls.refund(charge.id, next.pence))
  if (next.do === 'refund-all') return attempt(() => controls.refund(charge.id))
  if (next.do === 'fail') {
    const { data } = await shop.stripe.refunds.list({ charge: charge.id })
    const refund = data[(next.which ?? 0) % Math.max(data.length, 1)]
    return attempt(() => refund && controls.failRefund(refund.id))
  }
  if (next.do === 'dispute') return attempt(() => controls.openDispute(charge.id))
  if (next.do === 'win' || next.do === 'lose') {
    const { data } = await shop.stripe.disputes.list({ charge: charge.id })
    const [dispute] = data
    const close = next.do === 'win' ? controls.winDispute : controls.loseDispute
    return attempt(() => dispute && close(dispute.id))
  }
  if (next.do === 'tell-fee') return attempt(() => controls.tellFee(charge.id))
  if (next.do === 'refund-line') return refundOneLine(paid.orderId, next.line ?? 0)
  if (next.do === 'read') {
    paid.remembered = await shop.deps.payments.findPayment(paid.intentId)
    return
  }
  if (next.do === 'late-answer' && paid.remembered) {
    const { remembered } = paid
    const payments = { ...shop.deps.payments, findPayment: async () => remembered }
    await settlePayment({ ...shop.deps, payments }, paid.intentId)
    return
  }
  await Promise.all(Array.from({ length: next.times ?? 1 }, () => settlePayment(shop.deps, paid.intentId)))
}

function attempt(action: () => unknown): void {
  try {
    action()
  } catch (error) {
    if (!(error instanceof Error) || error.name === 'TypeError') throw error
  }
}

async function refundOneLine(orderId: string, index: number): Promise<void> {
  const lines = await shop.deps.db.orderLine.findMany({ where: { orderId }, orderBy: { videoId: 'asc' } })
  const line = lines[index % lines.length]
  if (!line) return
  const seenBackPence = await goneBackOf(shop, orderId)
  const wish = { lineIds: [line.id] }
  const input = { orderId, wish, reason: 'Bought by mistake', adminId: admin.id, seenBackPence }
  await refundOrder(shop.deps, input).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error)) throw error
    if (!EXPECTED.has(String(error.code))) throw error
  })
}

/** What Stripe says was kept of a payment, and which disputes were lost. */
async function atStripe(intentId: string) {
  const charge = await chargeOf(shop, intentId)
  const { data } = await shop.stripe.disputes.list({ charge: charge.id, limit: 100 })
  const lostPence = sum(data.filter(({ status }) => status === 'lost').map(({ amount }) => amount))
  return {
    refundedPence: charge.amount_refunded,
    keptPence: charge.amount - charge.amount_refunded - lostPence,
    isLost: lostPence > 0,
    total: charge.amount,
  }
}

async function checkBooks({ orderId, intentId }: Paid): Promise<void> {
  const stripe = await atStripe(intentId)
  const books = await readOrder(shop, orderId)
  const { payment } = books.order

  expect(books.net.grossPence).toBe(stripe.keptPence)
  expect(payment?.refundedPence).toBe(stripe.refundedPence)
  expect(books.net.vatPence).toBeGreaterThanOrEqual(0)
  expect(books.net.vatPence).toBeLessThanOrEqual(books.net.grossPence)
  if (stripe.keptPence === 0) expect(books.net.vatPence).toBe(0)
  if (stripe.keptPence === stripe.total) expect(books.net.vatPence).toBe(books.order.vatPence)

  const named = new Set(
    payment?.refunds
      .filter(({ status, stripeRefundId }) => status !== 'failed' && stripeRefundId !== null)
      .flatMap(({ lines }) => lines.map(({ orderLineId }) => orderLineId)),
  )
  const isOver = stripe.keptPence === 0 || stripe.isLost
  expect(books.openVideoIds).toEqual(
    books.order.lines.filter(({ id }) => !isOver && !named.has(id)).map(({ videoId }) => videoId),
  )

  const returnedPence = stripe.total - stripe.keptPence
  const reversedPence = Math.round((books.earnedPence * returnedPence) / stripe.total)
  expect(books.commissionPence).toBe(books.earnedPence - reversedPence)
  expect(books.commissionPence).toBeGreaterThanOrEqual(0)

  expect(books.mails).toHaveLength(books.kinds.filter((kind) => kind === 'creditNote').length)
}

describe('money that goes back', () => {
  property.prop([history], { numRuns: size(12, 400), endOnFailure: true })(
    'leaves access, papers, commission and Stripe’s books agreed to the penny, whatever happens and in any order',
    async ({ videoIds, hasCode, feeIsLate, steps }) => {
      const student = await makeStudent(shop.deps)
      const code = hasCode ? { code: referer.code } : {}
      const paid: Paid = { ...(await shop.order({ student, videoIds, ...code })), remembered: null }
      shop.sandbox.controls.switch({ lateFees: feeIsLate })
      await shop.pay(paid.intentId)
      shop.sandbox.controls.switch({ lateFees: false })
      for (const next of steps) {
        await act(paid, next)
        shop.deps.clock.advance(1_000)
      }
      await Promise.all([1, 2, 3].map(() => settlePayment(shop.deps, paid.intentId)))
      await checkBooks(paid)
    },
    size(120_000, 3_600_000),
  )

  it('left no gap in any series of numbers', async () => {
    for (const { key, lastNumber } of await shop.deps.db.documentSeries.findMany()) {
      const papers = await shop.deps.db.document.findMany({
        where: { seriesKey: key },
        orderBy: { number: 'asc' },
        select: { number: true },
      })
      expect(papers.map(({ number }) => number)).toEqual(Array.from({ length: lastNumber }, (_, n) => n + 1))
    }
  })

  it('left papers that sum to what Stripe booked, dispute by dispute and refund by refund', async () => {
    const booked = await shop.stripe.balanceTransactions
      .list({ limit: 100 })
      .autoPagingToArray({ limit: 10_000 })
    const disputes = await shop.stripe.disputes.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 })
    // The money of an open dispute is held, and not lost yet.
    const held = disputes.filter(({ status }) => status === 'needs_response')
    const orders = await shop.deps.db.order.findMany({ where: { status: 'paid' }, select: { id: true } })
    const books = await Promise.all(orders.map(({ id }) => readOrder(shop, id)))
    // A charge whose fee is late is not booked yet.
    const late = await shop.stripe.charges.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 })
    const unbooked = late.filter((charge) => charge.paid && charge.balance_transaction === null)
    expect(sum(books.map(({ net }) => net.grossPence))).toBe(
      sum([...booked, ...held, ...unbooked].map(({ amount }) => amount)),
    )
  })
})
