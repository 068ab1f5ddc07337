import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refundOrder } from '#server/features/order-admin/refund-order.ts'
import { syncPayment } from '#server/features/payments/sync-payment.ts'
import { pence } from '#shared/money/money.ts'
import { type MadeAdmin, makeAdmin } from '#tests/support/factories/admin.ts'
import { createTestShop, makeBuyer, type TestShop } from '#tests/support/shop.ts'
import { chargeOf, goneBackOf, readOrder } from './refunded-order.ts'

let shop: TestShop
let admin: MadeAdmin
beforeAll(async () => {
  shop = await createTestShop()
  admin = await makeAdmin(shop.deps)
})
afterAll(() => shop.close())

async function bought() {
  const buyer = await makeBuyer(shop, [1])
  const chargeId = (await chargeOf(shop, buyer.intentId)).id
  const read = async () => {
    await syncPayment(shop.deps, buyer.intentId)
    return readOrder(shop, buyer.orderId)
  }
  const refundAmount = async (amount: number) => {
    const { orderId } = buyer
    const seenBackPence = await goneBackOf(shop, orderId)
    const wish = { amountPence: pence(amount) }
    await refundOrder(shop.deps, { orderId, wish, reason: 'Goodwill', adminId: admin.id, seenBackPence })
  }
  return { chargeId, read, refundAmount, controls: shop.sandbox.controls }
}

describe('the credit note of a refund that was found late', () => {
  it('is dated when it is made, as the period in which the money moved may be reported', async () => {
    const { chargeId, read, controls } = await bought()
    controls.refund(chargeId, 1_000)
    shop.deps.clock.advance(2 * 60 * 60_000)
    const { order } = await read()
    const [note] = order.documents.filter(({ kind }) => kind === 'creditNote')
    expect(note?.issuedAt).toEqual(shop.deps.clock.now())
  })
})

describe('a lost dispute of a payment that was refunded before', () => {
  it('is credited with the rest when a refund fails afterwards', async () => {
    const { chargeId, read, controls } = await bought()
    const refund = controls.refund(chargeId, 1_000)
    const dispute = controls.openDispute(chargeId, { amount: 6_000 })
    await read()
    controls.loseDispute(dispute.id)
    const lost = await read()
    expect(lost.order.payment?.disputes).toMatchObject([{ takenPence: 6_000, creditedPence: 5_000 }])
    expect(lost.net).toEqual({ grossPence: 0, vatPence: 0 })
    controls.failRefund(refund.id)
    const books = await read()
    expect(books.net).toEqual({ grossPence: 0, vatPence: 0 })
    expect(books.kinds).toEqual(['invoice', 'creditNote', 'creditNote', 'cancelling', 'creditNote'])
    expect(books.order.payment?.disputes).toMatchObject([{ creditedPence: 6_000 }])
    expect(books.openVideoIds).toEqual([])
  })

  it('is credited with nothing when the whole payment was refunded', async () => {
    const { chargeId, read, controls } = await bought()
    controls.refund(chargeId)
    const dispute = controls.openDispute(chargeId, { amount: 6_000 })
    controls.loseDispute(dispute.id)
    const books = await read()
    expect(books.kinds).toEqual(['invoice', 'creditNote'])
    expect(books.net.grossPence).toBe(0)
    expect(books.openVideoIds).toEqual([])
  })
})

describe('an inquiry', () => {
  it('takes no money, and leaves the payment refundable', async () => {
    const { chargeId, read, controls } = await bought()
    controls.openDispute(chargeId, { kind: 'inquiry' })
    const books = await read()
    expect(books).toMatchObject({ openVideoIds: [1], kinds: ['invoice'] })
    expect(books.order.payment?.disputes).toMatchObject([{ status: 'inquiry', takenPence: 0 }])
    controls.refund(chargeId)
    const refunded = await read()
    expect(refunded.kinds).toEqual(['invoice', 'creditNote'])
    expect(refunded.order.payment?.disputes).toMatchObject([{ status: 'won', takenPence: 0 }])
  })

  it('takes the money when it becomes a dispute and is lost', async () => {
    const { chargeId, read, controls } = await bought()
    const inquiry = controls.openDispute(chargeId, { kind: 'inquiry' })
    await read()
    controls.escalateInquiry(inquiry.id)
    expect((await read()).order.payment?.disputes).toMatchObject([{ status: 'open', takenPence: 0 }])
    controls.loseDispute(inquiry.id)
    const books = await read()
    expect(books.net.grossPence).toBe(0)
    expect(books.openVideoIds).toEqual([])
  })
})

describe('a dispute that was prevented', () => {
  it('ends access when the bank paid the buyer', async () => {
    const { chargeId, read, controls } = await bought()
    controls.openDispute(chargeId, { kind: 'prevented' })
    const books = await read()
    expect(books.order.payment?.disputes).toMatchObject([{ status: 'lost', takenPence: 6_000 }])
    expect(books.net.grossPence).toBe(0)
    expect(books.openVideoIds).toEqual([])
  })

  it('changes nothing when the payment was refunded before', async () => {
    const { chargeId, read, controls } = await bought()
    controls.refund(chargeId)
    controls.openDispute(chargeId, { kind: 'prevented', amount: 6_000 })
    const books = await read()
    expect(books.kinds).toEqual(['invoice', 'creditNote'])
    expect(books.order.payment?.disputes).toMatchObject([{ status: 'won', takenPence: 0, creditedPence: 0 }])
  })
})

describe('a refund after a dispute that was won', () => {
  it('is made and credited like any other', async () => {
    const { chargeId, read, controls } = await bought()
    const dispute = controls.openDispute(chargeId)
    controls.winDispute(dispute.id)
    await read()
    controls.refund(chargeId, 2_500)
    const books = await read()
    expect(books.net.grossPence).toBe(3_500)
    expect(books.openVideoIds).toEqual([1])
  })
})

describe('the refund of an amount', () => {
  it('ends all access when the rest is refunded at Stripe', async () => {
    const { chargeId, read, controls, refundAmount } = await bought()
    await refundAmount(1_000)
    expect((await read()).openVideoIds).toEqual([1])
    controls.refund(chargeId)
    const books = await read()
    expect(books.net.grossPence).toBe(0)
    expect(books.openVideoIds).toEqual([])
  })

  it('keeps all access when nothing is left to refund', async () => {
    const { chargeId, read, controls, refundAmount } = await bought()
    controls.refund(chargeId, 5_000)
    await read()
    await refundAmount(1_000)
    const books = await read()
    expect(books.net.grossPence).toBe(0)
    expect(books.openVideoIds).toEqual([1])
  })
})

describe('the mail about a refund that failed', () => {
  it('mentions restored access only where access is restored', async () => {
    const { chargeId, read, controls } = await bought()
    const first = controls.refund(chargeId)
    await read()
    controls.failRefund(first.id)
    expect((await read()).reversedMails).toMatchObject([{ props: { hasAccessOpened: true } }])
    const second = controls.refund(chargeId, 1_000)
    const dispute = controls.openDispute(chargeId, { amount: 5_000 })
    controls.loseDispute(dispute.id)
    await read()
    controls.failRefund(second.id)
    const books = await read()
    expect(books.openVideoIds).toEqual([])
    expect(books.reversedMails.at(-1)).toMatchObject({ props: { hasAccessOpened: false } })
  })
})
