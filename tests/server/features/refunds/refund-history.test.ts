import { fc, test as property } from '@fast-check/vitest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { syncPayment } from '#server/features/payments/sync-payment.ts'
import { isPaidOut, isUnsent } from '#shared/refunds/refund-states.ts'
import { type MadeAdmin, makeAdmin } from '#tests/support/factories/admin.ts'
import { type MadeReferer, makeReferer } from '#tests/support/factories/referer.ts'
import { makeStudent } from '#tests/support/factories/student.ts'
import { createTestShop, type TestShop } from '#tests/support/shop.ts'
import { size } from '#tests/support/size.ts'
import { act, answerHeld, type Paid, step } from './refund-steps.ts'
import { chargeOf, readOrder, sum } from './refunded-order.ts'

let shop: TestShop
let admin: MadeAdmin
let referer: MadeReferer
beforeAll(async () => {
  shop = await createTestShop()
  admin = await makeAdmin(shop.deps)
  referer = await makeReferer(shop.deps)
})
afterAll(() => shop.close())

const history = fc.record({
  videoIds: fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
  hasCode: fc.boolean(),
  feeIsLate: fc.boolean(),
  steps: fc.array(step, { minLength: 1, maxLength: 14 }),
  lastAnswer: fc.constantFrom('same' as const, 'two' as const),
})

/** What is left of a payment at Stripe after all movements, and after refunds paid in another way. */
async function atStripe({ orderId, intentId }: Paid) {
  const charge = await chargeOf(shop, intentId)
  const { data } = await shop.stripe.disputes.list({ charge: charge.id, limit: 100 })
  const lost = data.filter(({ status }) => status === 'lost' || status === 'prevented')
  const takenPence = -sum(
    lost.flatMap((dispute) => dispute.balance_transactions).map((moved) => moved.amount),
  )
  const otherwise = await shop.deps.db.refund.findMany({
    where: { payment: { orderId }, resolution: 'paidOtherwise' },
  })
  const gone = charge.amount_refunded + takenPence + sum(otherwise.map(({ amountPence }) => amountPence))
  return {
    refundedPence: charge.amount_refunded,
    // A bank can take what was refunded before: that loss is credited to no buyer.
    keptPence: Math.max(0, charge.amount - gone),
    isTaken: takenPence > 0,
    total: charge.amount,
  }
}

async function checkBooks(paid: Paid): Promise<void> {
  const stripe = await atStripe(paid)
  const books = await readOrder(shop, paid.orderId)
  const { payment } = books.order
  const refunds = payment?.refunds ?? []

  expect(books.net.grossPence).toBe(stripe.keptPence)
  expect(payment?.refundedPence).toBe(stripe.refundedPence)
  expect(books.net.vatPence).toBeGreaterThanOrEqual(0)
  expect(books.net.vatPence).toBeLessThanOrEqual(books.net.grossPence)
  if (stripe.keptPence === 0) expect(books.net.vatPence).toBe(0)
  if (stripe.keptPence === stripe.total) expect(books.net.vatPence).toBe(books.order.vatPence)
  const credited = sum([...refunds, ...(payment?.disputes ?? [])].map(({ creditedPence }) => creditedPence))
  expect(credited).toBe(stripe.total - stripe.keptPence)

  const gone = refunds.filter(isPaidOut).toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
  const named = new Set(gone.flatMap(({ lines }) => lines.map(({ orderLineId }) => orderLineId)))
  const isOver = stripe.isTaken || (stripe.keptPence === 0 && !gone.at(-1)?.keepsAccess)
  expect(books.openVideoIds).toEqual(
    books.order.lines.filter(({ id }) => !isOver && !named.has(id)).map(({ videoId }) => videoId),
  )

  const returnedPence = stripe.total - stripe.keptPence
  const reversedPence = Math.round((books.earnedPence * returnedPence) / stripe.total)
  expect(books.commissionPence).toBe(books.earnedPence - reversedPence)
  expect(books.commissionPence).toBeGreaterThanOrEqual(0)

  expect(books.mails).toHaveLength(books.kinds.filter((kind) => kind === 'creditNote').length)
}

/** No request becomes two refunds, and each has an answer once Stripe is available. */
async function checkRequests({ orderId, intentId }: Paid): Promise<void> {
  const { data } = await shop.stripe.refunds.list({ payment_intent: intentId, limit: 100 })
  const requestIds = data.flatMap(({ metadata }) => metadata?.requestId ?? [])
  expect(new Set(requestIds).size).toBe(requestIds.length)
  const rows = await shop.deps.db.refund.findMany({ where: { payment: { orderId } } })
  expect(rows.filter(isUnsent)).toEqual([])
}

describe('any history of refunds and disputes', () => {
  property.prop([history], { numRuns: size(12, 400), endOnFailure: true })(
    'leaves access, papers, commission and Stripe’s books agreed to the penny, whatever happens and in any order',
    async ({ videoIds, hasCode, feeIsLate, steps, lastAnswer }) => {
      const student = await makeStudent(shop.deps)
      const code = hasCode ? { code: referer.code } : {}
      const paid: Paid = { ...(await shop.order({ student, videoIds, ...code })), remembered: null }
      shop.sandbox.controls.switch({ lateFees: feeIsLate })
      await shop.pay(paid.intentId)
      shop.sandbox.controls.switch({ lateFees: false })
      const acting = { shop, adminId: admin.id, paid }
      for (const next of steps) {
        await act(acting, next)
        shop.deps.clock.advance(1_000)
      }
      await Promise.all([1, 2, 3].map(() => syncPayment(shop.deps, paid.intentId)))
      await answerHeld(acting, lastAnswer)
      // Longer than any pause between two attempts.
      shop.deps.clock.advance(2 * 60 * 60_000)
      await Promise.all([1, 2, 3].map(() => syncPayment(shop.deps, paid.intentId)))
      await checkBooks(paid)
      await checkRequests(paid)
    },
    size(120_000, 3_600_000),
  )

  it('leaves no gap in any series of numbers', async () => {
    for (const { key, lastNumber } of await shop.deps.db.documentSeries.findMany()) {
      const documents = await shop.deps.db.document.findMany({
        where: { seriesKey: key },
        orderBy: { number: 'asc' },
        select: { number: true },
      })
      expect(documents.map(({ number }) => number)).toEqual(
        Array.from({ length: lastNumber }, (_, n) => n + 1),
      )
    }
  })

  it('leaves documents that sum to what Stripe booked, order by order', async () => {
    const all = { limit: 100 }
    const most = { limit: 10_000 }
    const booked = await shop.stripe.balanceTransactions.list(all).autoPagingToArray(most)
    const disputes = await shop.stripe.disputes.list(all).autoPagingToArray(most)
    const refunds = await shop.stripe.refunds.list(all).autoPagingToArray(most)
    const charges = await shop.stripe.charges.list(all).autoPagingToArray(most)
    const orders = await shop.deps.db.order.findMany({
      where: { status: 'paid' },
      select: { id: true, payment: { select: { chargeId: true, refunds: true } } },
    })
    expect(orders.length).toBeGreaterThan(0)
    for (const { id, payment } of orders) {
      const charge = charges.find((each) => each.id === payment?.chargeId)
      const ofCharge = [...disputes, ...refunds].filter((each) => each.charge === charge?.id)
      const sources = new Set([charge?.id, ...ofCharge.map((each) => each.id)])
      // The money of an open dispute is held, not lost. A charge with a late fee is not booked yet.
      const held = disputes.filter((each) => each.charge === charge?.id && each.status === 'needs_response')
      const late = charge?.balance_transaction === null ? charge.amount : 0
      const otherwise = payment?.refunds.filter(({ resolution }) => resolution === 'paidOtherwise') ?? []
      const bank =
        sum(booked.filter(({ source }) => sources.has(String(source))).map((each) => each.amount)) +
        sum(held.map((each) => each.amount)) +
        late -
        sum(otherwise.map(({ amountPence }) => amountPence))
      expect((await readOrder(shop, id)).net.grossPence).toBe(Math.max(0, bank))
    }
  })
})
