import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createIntent } from '#server/features/checkout/create-intent.ts'
import { findAttention } from '#server/features/operations/attention.ts'
import { refundOrder } from '#server/features/order-admin/refund-order.ts'
import { resolveRefund, retryRefund } from '#server/features/order-admin/resolve-refund.ts'
import { reconcilePayments } from '#server/features/payments/reconcile-payments.ts'
import { type PaymentDeps, syncPayment } from '#server/features/payments/sync-payment.ts'
import { pence } from '#shared/money/money.ts'
import { type MadeAdmin, makeAdmin } from '#tests/support/factories/admin.ts'
import { makeStudent } from '#tests/support/factories/student.ts'
import { createTestShop, makeBuyer, type TestShop } from '#tests/support/shop.ts'
import { calling } from './refund-steps.ts'
import { chargeOf, goneBackOf, readOrder } from './refunded-order.ts'

let shop: TestShop
let admin: MadeAdmin
beforeAll(async () => {
  shop = await createTestShop()
  admin = await makeAdmin(shop.deps)
})
afterAll(() => shop.close())

const HOUR = 60 * 60_000

async function wishFor(orderId: string, amount: number) {
  const seenBackPence = await goneBackOf(shop, orderId)
  const wish = { amountPence: pence(amount) }
  return { orderId, wish, reason: 'Bought by mistake', adminId: admin.id, seenBackPence }
}

/** The key numbers of the requests for one refund. */
function listening(refundId: string) {
  const keys: number[] = []
  const { payments } = shop.deps
  const refund: typeof payments.refund = (request) => {
    if (request.requestId === refundId) keys.push(request.keyNumber)
    return payments.refund(request)
  }
  return { keys, deps: { ...shop.deps, payments: { ...payments, refund } } }
}

describe('a refund that cannot be sent', () => {
  it('stops no other change of its payment, nor another refund', async () => {
    const buyer = await makeBuyer(shop, [1, 3])
    await refundOrder(calling(shop.deps, 'never sent'), await wishFor(buyer.orderId, 1_000))
    await refundOrder(calling(shop.deps, 'never sent'), await wishFor(buyer.orderId, 2_000))
    shop.sandbox.controls.refund((await chargeOf(shop, buyer.intentId)).id, 3_000)
    shop.deps.clock.advance(HOUR)
    const { payments } = shop.deps
    const stuck: typeof payments.refund = async (request) => {
      if (request.amountPence === 1_000) throw new Error('The line was closed')
      return payments.refund(request)
    }
    await syncPayment({ ...shop.deps, payments: { ...payments, refund: stuck } }, buyer.intentId)
    const books = await readOrder(shop, buyer.orderId)
    expect(books.order.payment?.refundedPence).toBe(5_000)
    const refunds = books.order.payment?.refunds.toSorted((a, b) => a.amountPence - b.amountPence)
    expect(refunds?.map(({ amountPence, status }) => [amountPence, status])).toEqual([
      [1_000, 'waiting'],
      [2_000, 'succeeded'],
      [3_000, 'succeeded'],
    ])
  })

  it('waits for Stripe, and is requested with the same key after a lost answer', async () => {
    const buyer = await makeBuyer(shop, [1])
    const asked = await refundOrder(calling(shop.deps, 'never sent'), await wishFor(buyer.orderId, 1_000))
    expect(asked).toMatchObject({ status: 'waiting' })
    shop.deps.clock.advance(HOUR)
    const { deps, keys } = listening(asked.refundId)
    await reconcilePayments(deps)
    expect(keys).toEqual([1])
    expect((await chargeOf(shop, buyer.intentId)).amount_refunded).toBe(1_000)
  })

  it('is requested with another key after an error of Stripe, which it repeats for a day', async () => {
    const buyer = await makeBuyer(shop, [1])
    const { payments } = shop.deps
    const faulty: typeof payments.refund = (request) => {
      shop.sandbox.controls.switch({ fault: 'api_error', faultsLeft: 1 })
      return payments.refund(request)
    }
    const deps = { ...shop.deps, payments: { ...payments, refund: faulty } }
    const asked = await refundOrder(deps, await wishFor(buyer.orderId, 1_000))
    expect(asked).toMatchObject({ status: 'waiting' })
    expect((await chargeOf(shop, buyer.intentId)).amount_refunded).toBe(0)
    shop.deps.clock.advance(HOUR)
    const { deps: well, keys } = listening(asked.refundId)
    await reconcilePayments(well)
    expect(keys).toEqual([2])
    expect((await chargeOf(shop, buyer.intentId)).amount_refunded).toBe(1_000)
  })
})

describe('an intent', () => {
  it('is requested with another key after an error of Stripe', async () => {
    const student = await makeStudent(shop.deps)
    const wish = { studentId: student.id, videoIds: [1], referralCode: null }
    shop.sandbox.controls.switch({ fault: 'api_error', faultsLeft: 1 })
    await expect(createIntent(shop.deps, wish)).rejects.toThrow()
    expect((await createIntent(shop.deps, wish)).intent).toMatchObject({ status: 'open' })
  })
})

describe('a payment for a cancelled order whose refund Stripe refuses once', () => {
  it('stays visible, and is refunded when Stripe makes the refund', async () => {
    const student = await makeStudent(shop.deps)
    const { orderId, intentId } = await shop.order({ student, videoIds: [2] })
    await shop.pay(intentId)
    const now = shop.deps.clock.now()
    await shop.deps.db.order.update({
      where: { id: orderId },
      data: { status: 'cancelled', cancelledAt: now },
    })
    const { payments } = shop.deps
    const refuse: typeof payments.refund = async () => ({ kind: 'refused', code: 'balance_insufficient' })
    await syncPayment({ ...shop.deps, payments: { ...payments, refund: refuse } }, intentId)
    const refused = await readOrder(shop, orderId)
    expect(refused.order.payment).toMatchObject({
      status: 'paid',
      refunds: [{ status: 'requested', lastError: 'balance_insufficient', attempts: 1 }],
    })
    expect(refused.mails).toEqual([])

    shop.deps.clock.advance(HOUR)
    await reconcilePayments(shop.deps)
    const books = await readOrder(shop, orderId)
    expect(books.order.payment).toMatchObject({
      refundedPence: books.order.totalPence,
      refunds: [{ status: 'succeeded' }],
    })
    expect(books.mails).toHaveLength(1)
  })
})

describe('a payment for a cancelled order whose refund Stripe refuses for good', () => {
  async function refusedForGood() {
    const student = await makeStudent(shop.deps)
    const { orderId, intentId } = await shop.order({ student, videoIds: [3] })
    await shop.pay(intentId)
    const now = shop.deps.clock.now()
    await shop.deps.db.order.update({
      where: { id: orderId },
      data: { status: 'cancelled', cancelledAt: now },
    })
    let asked = 0
    const refund: PaymentDeps['payments']['refund'] = async () => {
      asked++
      return { kind: 'refused', code: 'The refund window of this payment is closed' }
    }
    const deps = { ...shop.deps, payments: { ...shop.deps.payments, refund } }
    await syncPayment(deps, intentId)
    shop.deps.clock.advance(2 * HOUR)
    await syncPayment(deps, intentId)
    const [row] = (await readOrder(shop, orderId)).order.payment?.refunds ?? []
    return { orderId, row, refundId: row?.id ?? '', asked: () => asked }
  }

  it('is requested once, and needs attention with its reason', async () => {
    const { row, refundId, asked } = await refusedForGood()
    expect(asked()).toBe(1)
    expect(row).toMatchObject({ status: 'failed', resolution: null })
    const { items } = await findAttention(shop.deps)
    expect(items.find(({ id }) => id === refundId)?.what).toMatch(/failed: The refund window .* is closed\.$/)
  })

  it('is refunded when an admin retries and Stripe makes the refund', async () => {
    const { orderId, refundId } = await refusedForGood()
    await retryRefund(shop.deps, { refundId, adminId: admin.id })
    const books = await readOrder(shop, orderId)
    expect(books.order.payment).toMatchObject({ refundedPence: books.order.totalPence })
    expect(books.mails).toHaveLength(1)
  })

  it('is resolved when an admin paid it outside Stripe, with an audit entry', async () => {
    const { orderId, refundId } = await refusedForGood()
    const settled = { refundId, resolution: 'paidOtherwise', note: 'By bank transfer' } as const
    await resolveRefund(shop.deps, { ...settled, adminId: admin.id })
    expect((await findAttention(shop.deps)).items.map(({ id }) => id)).not.toContain(refundId)
    const audit = await shop.deps.db.auditEntry.findMany({ where: { subjectId: orderId } })
    expect(audit).toMatchObject([{ action: 'refund.paidOtherwise', actorId: admin.id }])
    expect((await readOrder(shop, orderId)).mails).toHaveLength(1)
  })
})
