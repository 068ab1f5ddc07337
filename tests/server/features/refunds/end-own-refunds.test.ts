import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { syncPayment } from '#server/features/payments/sync-payment.ts'
import { newId } from '#server/infra/ids.ts'
import { addDays } from '#shared/calendar/durations.ts'
import { type MadeAdmin, makeAdmin } from '#tests/support/factories/admin.ts'
import { makeStudent } from '#tests/support/factories/student.ts'
import { createTestShop, type TestShop } from '#tests/support/shop.ts'
import { chargeOf, readOrder } from './returned-order.ts'

let shop: TestShop
let admin: MadeAdmin
beforeAll(async () => {
  shop = await createTestShop()
  admin = await makeAdmin(shop.deps)
})
afterAll(() => shop.close())

describe('a refund of videos owned already that Stripe refused', () => {
  async function refused() {
    const student = await makeStudent(shop.deps)
    const { orderId, intentId } = await shop.order({ student, videoIds: [1, 2] })
    await shop.deps.db.entitlement.create({
      data: {
        id: newId(),
        studentId: student.id,
        videoId: 2,
        isBundle: false,
        grantedById: admin.id,
        grantReason: 'A prize',
        startsAt: shop.deps.clock.now(),
        expiresAt: addDays(shop.deps.clock.now(), 90),
      },
    })
    await shop.pay(intentId)
    const refund = async () => ({ kind: 'refused', code: 'balance_insufficient' }) as const
    await syncPayment({ ...shop.deps, payments: { ...shop.deps.payments, refund } }, intentId)
    const { id: chargeId } = await chargeOf(shop, intentId)
    const refundLater = async () => {
      shop.deps.clock.advance(2 * 60 * 60_000)
      await syncPayment(shop.deps, intentId)
      shop.deps.clock.advance(2 * 60 * 60_000)
      await syncPayment(shop.deps, intentId)
      return shop.deps.db.refund.findFirstOrThrow({ where: { payment: { orderId }, stripeRefundId: null } })
    }
    return { orderId, chargeId, refundLater, controls: shop.sandbox.controls }
  }

  it('is asked for no more once all of it went back at Stripe', async () => {
    const { chargeId, refundLater, controls } = await refused()
    controls.refund(chargeId)
    expect(await refundLater()).toMatchObject({ status: 'withdrawn' })
  })

  it('is asked for no more once the bank took all of it', async () => {
    const { chargeId, refundLater, controls } = await refused()
    controls.loseDispute(controls.openDispute(chargeId).id)
    expect(await refundLater()).toMatchObject({ status: 'withdrawn' })
  })

  it('is a question to a person where less than that is left', async () => {
    const { orderId, chargeId, refundLater, controls } = await refused()
    controls.refund(chargeId, 9_000)
    expect(await refundLater()).toMatchObject({ status: 'failed', resolution: null })
    expect((await readOrder(shop, orderId)).net.grossPence).toBe(3_000)
  })

  it('is a question to a person where a lost dispute lets Stripe make none', async () => {
    const { orderId, chargeId, refundLater, controls } = await refused()
    controls.loseDispute(controls.openDispute(chargeId, { amount: 1_000 }).id)
    expect(await refundLater()).toMatchObject({ status: 'failed', lastError: 'charge_disputed' })
    expect((await readOrder(shop, orderId)).net.grossPence).toBe(11_000)
  })
})
