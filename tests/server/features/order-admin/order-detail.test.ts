import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { grantEntitlement } from '#server/features/entitlements/admin-entitlements.ts'
import * as details from '#server/features/order-admin/order-detail.ts'
import { refundOrder } from '#server/features/order-admin/refund-order.ts'
import { storeEvent } from '#server/features/payments/stripe-events.ts'
import { syncPayment } from '#server/features/payments/sync-payment.ts'
import { saveProgress } from '#server/features/playback/save-progress.ts'
import { zeroPence } from '#shared/money/money.ts'
import { orderDetailOutput, studentDetailOutput } from '#shared/schemas/admin-orders.ts'
import { chargeOf } from '#tests/server/features/refunds/refunded-order.ts'
import { type MadeAdmin, makeAdmin } from '#tests/support/factories/admin.ts'
import { makeReferer } from '#tests/support/factories/referer.ts'
import { makeSession } from '#tests/support/factories/student.ts'
import { createTestShop, makeBuyer, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
let admin: MadeAdmin
beforeAll(async () => {
  shop = await createTestShop()
  admin = await makeAdmin(shop.deps)
})
afterAll(() => shop.close())

/** As the procedures answer. */
const getOrderDetail = async (...args: Parameters<typeof details.getOrderDetail>) =>
  orderDetailOutput.parse(await details.getOrderDetail(...args))
const getStudentDetail = async (...args: Parameters<typeof details.getStudentDetail>) =>
  studentDetailOutput.parse(await details.getStudentDetail(...args))

async function watch(studentId: string, videoId: number, progress: number) {
  const { token } = await makeSession(shop.deps, { studentId })
  const save = {
    userId: studentId,
    videoId,
    progress,
    completed: false,
    positionSeconds: 12,
    playSession: null,
    sequence: null,
  }
  await saveProgress(shop.deps, { token, address: '127.0.0.1', save })
}

describe('the detail of an order', () => {
  it('has what was bought, watched, refunded and mailed', async () => {
    const referer = await makeReferer(shop.deps)
    const buyer = await makeBuyer(shop, [2, 7], referer.code)
    await watch(buyer.id, 2, 40)
    const line = await shop.deps.db.orderLine.findFirstOrThrow({
      where: { orderId: buyer.orderId, videoId: 7 },
    })
    await refundOrder(shop.deps, {
      orderId: buyer.orderId,
      wish: { lineIds: [line.id] },
      reason: 'Bought by mistake',
      adminId: admin.id,
      seenBackPence: zeroPence,
    })
    await storeEvent(shop.deps, {
      id: `evt_${buyer.intentId}`,
      type: 'payment_intent.succeeded',
      objectId: buyer.intentId,
      intentId: buyer.intentId,
      livemode: false,
      createdAt: shop.deps.clock.now(),
    })
    const detail = await getOrderDetail(shop.deps, buyer.orderId)
    expect(detail).toMatchObject({
      status: 'paid',
      total: '90.00',
      credited: '36.00',
      creditedVat: '6.00',
      asked: '0.00',
      referral: { code: referer.code, discountPercent: 10, commissionPercent: 5 },
      cancellation: { right: 'kept', until: '2026-12-05T23:59:59.999Z' },
      student: { id: buyer.id, email: buyer.email },
      payment: { intentId: buyer.intentId, status: 'paid', feeIsEstimate: false },
      refunds: [
        {
          status: 'succeeded',
          amount: '36.00',
          reason: 'Bought by mistake',
          adminEmail: admin.email,
          lineIds: [line.id],
          canAssign: false,
        },
      ],
      disputes: [],
      documents: [
        { kind: 'invoice', total: '90.00' },
        { kind: 'creditNote', total: '-36.00' },
      ],
      events: [{ type: 'payment_intent.succeeded' }],
      audit: [{ action: 'refund.requested', adminEmail: admin.email }],
    })
    expect(detail.lines).toMatchObject([
      { videoId: 2, refund: 'none', access: { isOpen: true }, watched: { percent: 40, completed: false } },
      {
        videoId: 7,
        refund: 'refunded',
        access: { isOpen: false, revokedAt: expect.any(String) },
        watched: null,
      },
    ])
    expect(detail.mails.map(({ template, canRepeat }) => [template, canRepeat])).toEqual([
      ['payment-refunded', true],
      ['purchase-confirmation', true],
    ])
    const [earned, back] = [Number(detail.commission?.earned), Number(detail.commission?.takenBack)]
    expect(earned).toBeGreaterThan(0)
    expect(back / earned).toBeCloseTo(0.4, 1)
  })

  it('has the wording of a waived right to cancel', async () => {
    const buyer = await makeBuyer(shop, [1])
    const consentAt = shop.deps.clock.now()
    await shop.deps.db.order.update({
      where: { id: buyer.orderId },
      data: { consentWording: 'Open my films now.', consentAt },
    })
    expect(await getOrderDetail(shop.deps, buyer.orderId)).toMatchObject({
      cancellation: { right: 'waived', wording: 'Open my films now.', agreedAt: consentAt.toISOString() },
    })
  })

  it('offers to assign a refund made at Stripe', async () => {
    const buyer = await makeBuyer(shop, [1, 3])
    shop.sandbox.controls.refund((await chargeOf(shop, buyer.intentId)).id, 6_000)
    await syncPayment(shop.deps, buyer.intentId)
    const { refunds, lines } = await getOrderDetail(shop.deps, buyer.orderId)
    expect(refunds).toMatchObject([{ canAssign: true, adminEmail: null, lineIds: [] }])
    expect(lines.map(({ refund }) => refund)).toEqual(['none', 'none'])
  })

  it('is not found for an unknown order', async () => {
    await expect(getOrderDetail(shop.deps, 'none')).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' })
  })
})

describe('the detail of a student', () => {
  it('has every order, video and mail', async () => {
    const buyer = await makeBuyer(shop, [1])
    await watch(buyer.id, 1, 96)
    await grantEntitlement(shop.deps, {
      studentId: buyer.id,
      videoId: 5,
      lastDay: '2027-01-31',
      reason: 'Prize',
      adminId: admin.id,
    })
    const detail = await getStudentDetail(shop.deps, buyer.id)
    expect(detail).toMatchObject({
      student: { id: buyer.id, username: buyer.username, erasedAt: null },
      orders: [{ id: buyer.orderId, total: '60.00' }],
      watched: [{ videoId: 1, percent: 96, completed: true }],
      mails: [
        { template: 'access-granted', to: buyer.email },
        { template: 'purchase-confirmation', to: buyer.email },
      ],
      audit: [{ action: 'access.granted', adminEmail: admin.email, details: { reason: 'Prize' } }],
    })
    expect(detail.access.map(({ videoId, grantReason }) => [videoId, grantReason])).toEqual([
      [1, null],
      [5, 'Prize'],
    ])
  })

  it('is not found for an unknown student', async () => {
    await expect(getStudentDetail(shop.deps, 'nobody')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
