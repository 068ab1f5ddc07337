import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { syncPayment } from '#server/features/payments/sync-payment.ts'
import { makeReferer } from '#tests/support/factories/referer.ts'
import { makeStudent } from '#tests/support/factories/student.ts'
import { createTestShop, makeBuyer, type TestShop } from '#tests/support/shop.ts'
import { chargeOf, readOrder } from './refunded-order.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

const settle = (intentId: string) => syncPayment(shop.deps, intentId)

describe('a full refund made at Stripe', () => {
  it('ends access, is credited, mailed with its credit note, and reverses the commission, once', async () => {
    const referer = await makeReferer(shop.deps)
    const buyer = await makeBuyer(shop, [2, 7], referer.code)
    const charge = await chargeOf(shop, buyer.intentId)
    shop.sandbox.controls.refund(charge.id)
    await Promise.all([1, 2, 3, 4].map(() => settle(buyer.intentId)))
    await settle(buyer.intentId)

    const books = await readOrder(shop, buyer.orderId)
    expect(books.openVideoIds).toEqual([])
    expect(books.kinds).toEqual(['invoice', 'creditNote'])
    expect(books.net).toEqual({ grossPence: 0, vatPence: 0 })
    expect(books.documents[1]?.lines).toHaveLength(2)
    expect(books.entries.map(({ kind }) => kind)).toEqual(['earned', 'reversed'])
    expect(books.commissionPence).toBe(0)
    expect(books.order.payment).toMatchObject({ refundedPence: 9_000 })
    expect(books.mails).toHaveLength(1)
    expect(books.mails[0]).toMatchObject({
      props: {
        reason: 'refund',
        totalPence: 9_000,
        hasAccessEnded: true,
        creditNoteNumber: books.documents[1]?.label,
      },
      documentIds: [expect.any(String)],
    })
  })

  it('is credited even when the shop did not know of the payment', async () => {
    const student = await makeStudent(shop.deps)
    const { orderId, intentId } = await shop.order({ student, videoIds: [1] })
    await shop.pay(intentId)
    shop.sandbox.controls.refund((await chargeOf(shop, intentId)).id)
    expect(await settle(intentId)).toMatchObject({ outcome: 'paid' })
    const books = await readOrder(shop, orderId)
    expect(books.kinds).toEqual(['invoice', 'creditNote'])
    expect(books.openVideoIds).toEqual([])
  })
})

describe('a partial refund made at Stripe', () => {
  it('keeps access, is credited, and reverses the commission in proportion', async () => {
    const referer = await makeReferer(shop.deps)
    const buyer = await makeBuyer(shop, [1, 2], referer.code)
    const charge = await chargeOf(shop, buyer.intentId)
    shop.sandbox.controls.refund(charge.id, 2_700)
    await settle(buyer.intentId)

    // £120 less 10 % is £108: a quarter is refunded.
    const books = await readOrder(shop, buyer.orderId)
    expect(books.openVideoIds).toEqual([1, 2])
    expect(books.net).toEqual({ grossPence: 8_100, vatPence: 1_350 })
    expect(books.documents[1]).toMatchObject({ grossPence: -2_700, vatPence: -450 })
    expect(books.documents[1]?.lines).toEqual([`Part of invoice ${books.documents[0]?.label}`])
    expect(books.commissionPence).toBe(books.earnedPence - Math.round(books.earnedPence / 4))
    expect(books.mails[0]).toMatchObject({ props: { lines: [], totalPence: 2_700, hasAccessEnded: false } })
  })

  it('ends access when partial refunds cover the order, and sums to the penny', async () => {
    const buyer = await makeBuyer(shop, [1])
    const charge = await chargeOf(shop, buyer.intentId)
    for (const amount of [1, 1, 1, 2_999, 2_998]) {
      shop.sandbox.controls.refund(charge.id, amount)
      await settle(buyer.intentId)
    }
    const books = await readOrder(shop, buyer.orderId)
    expect(books.openVideoIds).toEqual([])
    expect(books.net).toEqual({ grossPence: 0, vatPence: 0 })
    expect(books.mails.map(({ props }) => props)).toEqual(
      [false, false, false, false, true].map((hasAccessEnded) => expect.objectContaining({ hasAccessEnded })),
    )
  })
})

describe('a refund that fails afterwards', () => {
  it('is reversed: access until its old expiry, the commission, and an invoice that cancels the credit note', async () => {
    const referer = await makeReferer(shop.deps)
    const buyer = await makeBuyer(shop, [4, 5], referer.code)
    const before = await readOrder(shop, buyer.orderId)
    const refund = shop.sandbox.controls.refund((await chargeOf(shop, buyer.intentId)).id)
    await settle(buyer.intentId)
    shop.sandbox.controls.failRefund(refund.id)
    await Promise.all([1, 2, 3, 4].map(() => settle(buyer.intentId)))

    const books = await readOrder(shop, buyer.orderId)
    expect(books.kinds).toEqual(['invoice', 'creditNote', 'cancelling'])
    expect(books.net).toEqual(before.net)
    expect(books.documents[2]?.lines[0]).toContain(`Cancels credit note ${books.documents[1]?.label}: `)
    expect(books.entitlements).toEqual(before.entitlements)
    expect(books.commissionPence).toBe(before.commissionPence)
    expect(books.order.payment).toMatchObject({
      refundedPence: 0,
      refunds: [{ status: 'failed', creditedPence: 0, vatPence: 0 }],
    })
    expect(books.reversedMails).toEqual([
      {
        toAddress: buyer.email,
        documentIds: [books.order.documents[2]?.id],
        props: {
          username: buyer.username,
          orderId: buyer.orderId,
          cause: 'refund-failed',
          totalPence: before.net.grossPence,
          creditNoteNumber: books.documents[1]?.label,
          invoiceNumber: books.documents[2]?.label,
          hasAccessOpened: true,
        },
      },
    ])
  })

  it('leaves no document when the shop learns of it only then', async () => {
    const buyer = await makeBuyer(shop, [4])
    const refund = shop.sandbox.controls.refund((await chargeOf(shop, buyer.intentId)).id)
    shop.sandbox.controls.failRefund(refund.id)
    await settle(buyer.intentId)
    const books = await readOrder(shop, buyer.orderId)
    expect(books.kinds).toEqual(['invoice'])
    expect(books.reversedMails).toEqual([])
    expect(books.openVideoIds).toEqual([4])
    expect(books.order.payment?.refunds).toMatchObject([{ status: 'failed' }])
  })

  it('is not reversed by facts that are older than the failure', async () => {
    const buyer = await makeBuyer(shop, [6])
    const refund = shop.sandbox.controls.refund((await chargeOf(shop, buyer.intentId)).id)
    const old = await shop.deps.payments.findPayment(buyer.intentId)
    await settle(buyer.intentId)
    shop.sandbox.controls.failRefund(refund.id)
    await settle(buyer.intentId)
    const late = { ...shop.deps, payments: { ...shop.deps.payments, findPayment: async () => old } }
    await syncPayment(late, buyer.intentId)
    const books = await readOrder(shop, buyer.orderId)
    expect(books.kinds).toEqual(['invoice', 'creditNote', 'cancelling'])
    expect(books.openVideoIds).toEqual([6])
    expect(books.order.payment).toMatchObject({ refundedPence: 0, refunds: [{ status: 'failed' }] })
  })

  it('does not restore access that an admin revoked', async () => {
    const buyer = await makeBuyer(shop, [1, 2])
    await shop.deps.db.entitlement.updateMany({
      where: { orderId: buyer.orderId, videoId: 1 },
      data: { revokedAt: shop.deps.clock.now(), revokedReason: 'Shared with others' },
    })
    const refund = shop.sandbox.controls.refund((await chargeOf(shop, buyer.intentId)).id)
    await settle(buyer.intentId)
    shop.sandbox.controls.failRefund(refund.id)
    await settle(buyer.intentId)
    expect((await readOrder(shop, buyer.orderId)).openVideoIds).toEqual([2])
  })
})

describe('a dispute', () => {
  it('changes nothing while it is open, and when it is won', async () => {
    const buyer = await makeBuyer(shop, [3])
    const before = await readOrder(shop, buyer.orderId)
    const dispute = shop.sandbox.controls.openDispute((await chargeOf(shop, buyer.intentId)).id)
    await settle(buyer.intentId)
    const open = await readOrder(shop, buyer.orderId)
    expect(open.order.payment?.disputes).toMatchObject([{ status: 'open', amountPence: 6_000 }])
    shop.sandbox.controls.winDispute(dispute.id)
    await settle(buyer.intentId)
    const won = await readOrder(shop, buyer.orderId)
    expect(won.order.payment?.disputes).toMatchObject([{ status: 'won', creditedPence: 0 }])
    for (const books of [open, won]) {
      expect(books).toMatchObject({ openVideoIds: [3], kinds: ['invoice'], net: before.net, mails: [] })
    }
  })

  it('ends all access and is credited when it is lost, also after a partial refund', async () => {
    const referer = await makeReferer(shop.deps)
    const buyer = await makeBuyer(shop, [1, 2], referer.code)
    const charge = await chargeOf(shop, buyer.intentId)
    shop.sandbox.controls.refund(charge.id, 800)
    await settle(buyer.intentId)
    const dispute = shop.sandbox.controls.openDispute(charge.id)
    shop.sandbox.controls.loseDispute(dispute.id)
    await Promise.all([1, 2, 3].map(() => settle(buyer.intentId)))
    const books = await readOrder(shop, buyer.orderId)
    expect(books.openVideoIds).toEqual([])
    expect(books.kinds).toEqual(['invoice', 'creditNote', 'creditNote'])
    expect(books.net).toEqual({ grossPence: 0, vatPence: 0 })
    expect(books.commissionPence).toBe(0)
    expect(books.order.payment?.disputes).toMatchObject([{ status: 'lost', creditedPence: 10_000 }])
    expect(books.mails).toMatchObject([
      { props: { reason: 'refund', totalPence: 800 } },
      { props: { reason: 'disputed', totalPence: 10_000, hasAccessEnded: true } },
    ])
  })

  it('is reversed when it is won on appeal after it was lost', async () => {
    const referer = await makeReferer(shop.deps)
    const buyer = await makeBuyer(shop, [5], referer.code)
    const before = await readOrder(shop, buyer.orderId)
    const dispute = shop.sandbox.controls.openDispute((await chargeOf(shop, buyer.intentId)).id)
    shop.sandbox.controls.loseDispute(dispute.id)
    await settle(buyer.intentId)
    const old = await shop.deps.payments.findPayment(buyer.intentId)
    shop.sandbox.controls.winDispute(dispute.id)
    await Promise.all([1, 2].map(() => settle(buyer.intentId)))
    const late = { ...shop.deps, payments: { ...shop.deps.payments, findPayment: async () => old } }
    await syncPayment(late, buyer.intentId) // an answer from before the appeal arrives late

    const books = await readOrder(shop, buyer.orderId)
    expect(books.kinds).toEqual(['invoice', 'creditNote', 'cancelling'])
    expect(books.net).toEqual(before.net)
    expect(books.openVideoIds).toEqual([5])
    expect(books.commissionPence).toBe(before.commissionPence)
    expect(books.reversedMails).toMatchObject([
      { props: { cause: 'dispute-won', totalPence: 3_600 }, documentIds: [books.order.documents[2]?.id] },
    ])
  })
})
