import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refundOrder } from '#server/features/order-admin/refund-order.ts'
import { reconcilePayments } from '#server/features/payments/reconcile-payments.ts'
import { type PaymentDeps, syncPayment } from '#server/features/payments/sync-payment.ts'
import { chargeOf, goneBackOf, readOrder } from '#tests/server/features/refunds/refunded-order.ts'
import { type MadeAdmin, makeAdmin } from '#tests/support/factories/admin.ts'
import { makeReferer } from '#tests/support/factories/referer.ts'
import { makeStudent } from '#tests/support/factories/student.ts'
import { createTestShop, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
let admin: MadeAdmin
beforeAll(async () => {
  shop = await createTestShop()
  admin = await makeAdmin(shop.deps)
})
afterAll(() => shop.close())

const HOUR = 60 * 60_000
const ERRORS = ['api_error', 'hang_up', 'lose_answer'] as const

/** The same shop, where Stripe fails at one call and at its retry by the SDK. */
function failingAt(call: number, error: (typeof ERRORS)[number]): { deps: PaymentDeps; calls: () => number } {
  const { payments } = shop.deps
  let calls = 0
  const failing =
    <I extends unknown[], O>(ask: (...input: I) => O) =>
    (...input: I) => {
      calls += 1
      if (calls === call) shop.sandbox.controls.switch({ fault: error, faultsLeft: 2 })
      return ask(...input)
    }
  return {
    calls: () => calls,
    deps: {
      ...shop.deps,
      payments: {
        ...payments,
        findPayment: failing(payments.findPayment),
        refund: failing(payments.refund),
        cancelIntent: failing(payments.cancelIntent),
      },
    },
  }
}

async function reconcile() {
  shop.sandbox.controls.switch({ fault: null, faultsLeft: 0 })
  for (let round = 0; round < 3; round++) {
    shop.deps.clock.advance(2 * HOUR)
    await reconcilePayments(shop.deps)
  }
}

describe.each(ERRORS)('Stripe that answers one call with %s', (error) => {
  it('delays a fulfilment and a refund, and loses neither', async () => {
    const { code } = await makeReferer(shop.deps)
    for (let call = 1, used = call; call <= used; call++) {
      const student = await makeStudent(shop.deps)
      const { orderId, intentId } = await shop.order({ student, videoIds: [1, 3], code })
      await shop.pay(intentId)
      const { deps, calls } = failingAt(call, error)
      await syncPayment(deps, intentId).catch(() => null)
      const line = await shop.deps.db.orderLine.findFirstOrThrow({ where: { orderId, videoId: 1 } })
      const input = { orderId, wish: { lineIds: [line.id] }, reason: 'x', adminId: admin.id }
      const seenBackPence = await goneBackOf(shop, orderId)
      const asked = await refundOrder(deps, { ...input, seenBackPence }).catch(() => null)
      used = calls()
      await reconcile()
      const books = await readOrder(shop, orderId)
      const charge = await chargeOf(shop, intentId)
      expect(charge.amount_refunded).toBe(asked ? line.grossPence : 0)
      expect(books.net.grossPence).toBe(charge.amount - charge.amount_refunded)
      expect(books.openVideoIds).toEqual(asked ? [3] : [1, 3])
      expect(books.commissionPence).toBeGreaterThan(0)
    }
  })

  it('delays the refund of a cancelled order, and refunds it once', async () => {
    for (let call = 1, used = call; call <= used; call++) {
      const student = await makeStudent(shop.deps)
      const { orderId, intentId } = await shop.order({ student, videoIds: [2] })
      await shop.pay(intentId, 'klarna')
      const now = shop.deps.clock.now()
      await shop.deps.db.order.update({
        where: { id: orderId },
        data: { status: 'cancelled', cancelledAt: now },
      })
      const { deps, calls } = failingAt(call, error)
      await syncPayment(deps, intentId).catch(() => null)
      used = calls()
      await reconcile()
      const books = await readOrder(shop, orderId)
      expect((await chargeOf(shop, intentId)).amount_refunded).toBe(books.order.totalPence)
      expect(books.mails).toHaveLength(1)
    }
  })
})
