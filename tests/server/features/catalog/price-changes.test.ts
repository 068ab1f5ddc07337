import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { updateTerms, updateVideo } from '#server/features/catalog/update-catalog.ts'
import { createIntent } from '#server/features/checkout/create-intent.ts'
import { findOrder } from '#server/features/orders/order-queries.ts'
import { syncPayment } from '#server/features/payments/sync-payment.ts'
import { type Pence, pence } from '#shared/money/money.ts'
import { makeStudent } from '#tests/support/factories/student.ts'
import { createTestShop, makeBuyer, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

async function setPrice(id: number, price: Pence, title?: string): Promise<void> {
  const video = await shop.deps.db.video.findUniqueOrThrow({ where: { id } })
  shop.deps.clock.advance(1_000)
  await updateVideo(shop.deps, {
    id,
    title: title ?? video.title,
    description: video.description,
    durationMinutes: video.durationMinutes,
    price,
    updatedAt: video.updatedAt.toISOString(),
    adminId: 'ann',
  })
}

const request = (studentId: string, videoIds: number[]) => ({ studentId, videoIds, referralCode: null })

describe('orders that are paid', () => {
  it('keep their amounts, texts and documents when the catalog changes', async () => {
    const buyer = await makeBuyer(shop, [1, 2, 3, 4, 5, 6, 7])
    const details = async () => ({
      order: await findOrder(shop.deps.db, buyer.orderId),
      lines: await shop.deps.db.orderLine.findMany({
        where: { orderId: buyer.orderId },
        orderBy: { id: 'asc' },
      }),
      documents: await shop.deps.db.document.findMany({ where: { studentId: buyer.id } }),
      access: await shop.deps.db.entitlement.findMany({
        where: { studentId: buyer.id },
        orderBy: { id: 'asc' },
      }),
    })
    const before = await details()
    expect(before.order?.totalPence).toBe(34_000)
    await setPrice(1, pence(9_900), 'The law of the air')
    const { updatedAt } = await shop.deps.db.catalogTerms.findUniqueOrThrow({ where: { id: 1 } })
    await updateTerms(shop.deps, {
      collectionDiscount: pence(1_000),
      singleMonths: 1,
      bundleMonths: 2,
      updatedAt: updatedAt.toISOString(),
      adminId: 'ann',
    })
    expect(await details()).toEqual(before)
  })
})

describe('a pending order', () => {
  it('keeps its price when the video gets more expensive: that price is promised for a day', async () => {
    await setPrice(2, pence(6_000))
    const student = await makeStudent(shop.deps)
    const first = await createIntent(shop.deps, request(student.id, [2]))
    await setPrice(2, pence(7_000))
    const again = await createIntent(shop.deps, request(student.id, [2]))
    expect(again.intent).toMatchObject({ intentId: first.intent?.intentId, amountPence: 6_000 })
    await shop.pay(first.intent?.intentId ?? '')
    await syncPayment(shop.deps, first.intent?.intentId ?? '')
    expect(await findOrder(shop.deps.db, first.order.id)).toMatchObject({ status: 'paid', totalPence: 6_000 })
  })

  it('is replaced when the video gets cheaper: no buyer pays more than the page says', async () => {
    await setPrice(3, pence(6_000))
    const student = await makeStudent(shop.deps)
    const first = await createIntent(shop.deps, request(student.id, [3]))
    await setPrice(3, pence(5_000))
    const again = await createIntent(shop.deps, request(student.id, [3]))
    expect(again.intent).toMatchObject({ amountPence: 5_000 })
    expect(again.order.id).not.toBe(first.order.id)
    expect((await findOrder(shop.deps.db, first.order.id))?.status).toBe('cancelled')
    const old = await shop.stripe.paymentIntents.retrieve(first.intent?.intentId ?? '')
    expect(old.status).toBe('canceled')
  })

  it('that was paid just before the price fell is fulfilled and not charged again', async () => {
    await setPrice(4, pence(6_000))
    const student = await makeStudent(shop.deps)
    const first = await createIntent(shop.deps, request(student.id, [4]))
    await shop.pay(first.intent?.intentId ?? '')
    await setPrice(4, pence(5_000))
    await expect(createIntent(shop.deps, request(student.id, [4]))).rejects.toMatchObject({
      code: 'ALREADY_OWNED',
    })
    expect((await findOrder(shop.deps.db, first.order.id))?.status).toBe('paid')
  })

  it('is replaced when the video is free now', async () => {
    await setPrice(5, pence(4_000))
    const student = await makeStudent(shop.deps)
    await createIntent(shop.deps, request(student.id, [5]))
    await setPrice(5, pence(0))
    const free = await createIntent(shop.deps, request(student.id, [5]))
    expect(free).toMatchObject({ intent: null, order: { totalPence: 0, status: 'paid' } })
  })
})
