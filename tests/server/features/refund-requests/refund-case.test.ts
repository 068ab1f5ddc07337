import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { grantRequest } from '#server/features/order-admin/answer-request.ts'
import { resolveRefund } from '#server/features/order-admin/resolve-refund.ts'
import { syncPayment } from '#server/features/payments/sync-payment.ts'
import { loadDashboard } from '#server/features/playback/queries.ts'
import { getRefundCase } from '#server/features/refund-requests/refund-case.ts'
import { withdrawRequest } from '#server/features/refund-requests/requests.ts'
import { pence } from '#shared/money/money.ts'
import { refundCaseOutput } from '#shared/schemas/refund-requests.ts'
import { chargeOf } from '#tests/server/features/refunds/refunded-order.ts'
import { TEST_NOW } from '#tests/support/deps.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'
import { makeSession } from '#tests/support/factories/student.ts'
import { createTestShop, type TestShop } from '#tests/support/shop.ts'
import { ask, type Buyer, makeAsker, makeRenewer, play, watch } from './asked-order.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())
beforeEach(() => shop.deps.clock.set(TEST_NOW))

const caseOf = async ({ id: studentId, orderId }: Buyer) =>
  refundCaseOutput.parse(await getRefundCase(shop.deps, { studentId, of: { orderId } }))

describe('the case of an order', () => {
  it('says days, price, consent, what was watched, and what could take the place of what was not', async () => {
    const buyer = await makeAsker(shop, [1, 3])
    await watch(shop, { studentId: buyer.id, videoId: 3, percent: 40 })
    shop.deps.clock.set('2026-11-23T00:30:00Z')
    const found = await caseOf(buyer)
    expect(found).toMatchObject({
      daysSince: 2,
      total: '120.00',
      left: '120.00',
      cancellation: { right: 'waived', wording: 'Open my films now.' },
      canCancel: false,
      lines: [
        { title: 'Air Law', paid: '60.00', watched: null, refund: 'none', isAsked: false, isOpen: true },
        { title: 'Meteorology', watched: { percent: 40, completed: false }, exchanges: [] },
      ],
    })
    // Those at £60 that the student has not got; Human Performance and Communications cost £40.
    expect(found.lines[0]?.exchanges.map(({ title }) => title)).toEqual([
      'Navigation',
      'Principles of Flight',
      'Aircraft General',
    ])
  })

  it('names what came off the list prices', async () => {
    const all = await makeAsker(shop, [1, 2, 3, 4, 5, 6, 7])
    const { total, discounts, lines } = await caseOf(all)
    expect(discounts).toMatchObject({ collection: '40.00', referral: '0.00', percent: 0 })
    expect(Number(discounts?.subtotal) - 40).toBe(Number(total))
    expect(lines[0]?.price).toBe('60.00')
    expect(await caseOf(await makeAsker(shop, [1]))).not.toHaveProperty('discounts')
  })

  it('keeps the right to cancel to the last moment of the 14th day', async () => {
    const buyer = await makeAsker(shop, [1], { hasConsent: false })
    shop.deps.clock.set('2026-12-05T23:59:59Z')
    expect(await caseOf(buyer)).toMatchObject({ canCancel: true, cancellation: { right: 'kept' } })
    shop.deps.clock.set('2026-12-06T00:00:00Z')
    expect(await caseOf(buyer)).toMatchObject({ canCancel: false })
  })

  it('says that a film was played, by what the server sent for longer than a look', async () => {
    const buyer = await makeAsker(shop, [1, 3])
    await play(shop, { studentId: buyer.id, videoId: 1, minutes: 2 })
    await play(shop, { studentId: buyer.id, videoId: 3, minutes: 3 })
    const [looked, played] = (await caseOf(buyer)).lines
    expect(looked).not.toHaveProperty('wasPlayed')
    expect(looked?.exchanges).not.toEqual([])
    expect(played).toMatchObject({ wasPlayed: true, exchanges: [] })
  })

  it('stands beside its films on the dashboard as long as it waits', async () => {
    const buyer = await makeAsker(shop, [1, 3])
    const { requestId } = await ask(shop, buyer, { lineIds: buyer.lineIds.slice(1) })
    const { token } = await makeSession(shop.deps, { studentId: buyer.id })
    const requests = async () => (await loadDashboard(shop.deps, token))?.rows.requests
    const { orderId } = buyer
    expect(await requests()).toEqual([{ videoId: 3, orderId, wish: 'refund', askedAt: TEST_NOW }])
    await withdrawRequest(shop.deps, { studentId: buyer.id, requestId })
    expect(await requests()).toEqual([])
  })

  it('names the order that each request is about, the newest request first', async () => {
    const buyer = await makeRenewer(shop, 3)
    const older = await shop.deps.db.order.findFirstOrThrow({
      where: { studentId: buyer.id, id: { not: buyer.orderId } },
      select: { id: true, lines: { select: { id: true } } },
    })
    await ask(shop, buyer)
    shop.deps.clock.advance(60_000)
    await ask(shop, { ...buyer, orderId: older.id, lineIds: older.lines.map(({ id }) => id) })
    const { token } = await makeSession(shop.deps, { studentId: buyer.id })
    const { requests = [] } = (await loadDashboard(shop.deps, token))?.rows ?? {}
    expect(requests.map(({ orderId }) => orderId)).toEqual([older.id, buyer.orderId])
    for (const { orderId } of requests) {
      const found = await getRefundCase(shop.deps, { studentId: buyer.id, of: { orderId } })
      expect(found.requests).toHaveLength(1)
    }
  })

  it('is found by a film, with the requests about it', async () => {
    const buyer = await makeAsker(shop, [1])
    await ask(shop, buyer, { message: 'I meant Navigation.' })
    const found = await getRefundCase(shop.deps, { studentId: buyer.id, of: { videoId: 1 } })
    expect(refundCaseOutput.parse(found)).toMatchObject({
      orderId: buyer.orderId,
      lines: [{ isAsked: true }],
      requests: [{ status: 'waiting', message: 'I meant Navigation.', answer: null, dueAt: null }],
    })
    const unknown = getRefundCase(shop.deps, { studentId: buyer.id, of: { videoId: 2 } })
    await expect(unknown).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' })
  })
})

describe('the case of an order whose refund failed', () => {
  /** Grants £20.00 of what a student asked back. */
  async function grantPart({ payments } = shop.deps) {
    const buyer = await makeAsker(shop, [1])
    const { requestId } = await ask(shop, buyer)
    const { id: adminId } = await makeAdmin(shop.deps)
    const part = { requestId, amountPence: pence(2_000), words: null, adminId, seenBackPence: pence(0) }
    await grantRequest({ ...shop.deps, payments }, part).catch(() => null)
    const refund = await shop.deps.db.refund.findFirstOrThrow({
      where: { payment: { orderId: buyer.orderId } },
    })
    return { buyer, adminId, refund }
  }

  it('says how much has not gone back, until an admin has decided', async () => {
    const { payments } = shop.deps
    const refuse: typeof payments.refund = async () => ({ kind: 'refused', code: 'balance_insufficient' })
    const { buyer, adminId, refund } = await grantPart({
      ...shop.deps,
      payments: { ...payments, refund: refuse },
    })
    expect(refund).toMatchObject({ status: 'failed', resolution: null })
    expect(await caseOf(buyer)).toMatchObject({ failed: '20.00', requests: [{ status: 'granted' }] })
    await resolveRefund(shop.deps, {
      refundId: refund.id,
      resolution: 'paidOtherwise',
      note: 'By bank',
      adminId,
    })
    expect(await caseOf(buyer)).not.toHaveProperty('failed')
  })

  it('says so where the bank sent the money back', async () => {
    const { buyer, refund } = await grantPart()
    expect(await caseOf(buyer)).not.toHaveProperty('failed')
    shop.sandbox.controls.failRefund(refund.stripeRefundId ?? '')
    await syncPayment(shop.deps, buyer.intentId)
    expect(await caseOf(buyer)).toMatchObject({ failed: '20.00' })
  })

  it('says no more than is left, once it went back in another way', async () => {
    const { buyer, refund } = await grantPart()
    shop.sandbox.controls.failRefund(refund.stripeRefundId ?? '')
    const { id: chargeId } = await chargeOf(shop, buyer.intentId)
    shop.sandbox.controls.refund(chargeId, 5_000)
    await syncPayment(shop.deps, buyer.intentId)
    expect(await caseOf(buyer)).toMatchObject({ failed: '10.00' })
    shop.sandbox.controls.refund(chargeId, 1_000)
    await syncPayment(shop.deps, buyer.intentId)
    expect(await caseOf(buyer)).not.toHaveProperty('failed')
  })
})
