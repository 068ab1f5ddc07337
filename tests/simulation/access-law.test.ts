import { afterAll, beforeAll, expect, it } from 'vitest'
import { createIntent } from '#server/features/checkout/create-intent.ts'
import { refundOrder } from '#server/features/order-admin/refund-order.ts'
import { goneBackOf } from '#tests/server/features/refunds/refunded-order.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'
import { createTestShop, makeBuyer, type TestShop } from '#tests/support/shop.ts'
import { findBought, findOut } from './access-law.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

/** What the law wants of a video now. */
async function wantedOf(studentId: string, videoId: number) {
  const books = { db: shop.deps.pool, clock: shop.deps.clock }
  const bought = await findBought(books)
  return findOut(books, bought.get(`${studentId}:${videoId}`) ?? [])
}

it('wants a refunded video open that completes the collection again, for nothing: seed 16402', async () => {
  const { deps } = shop
  const buyer = await makeBuyer(shop, [1, 2, 3, 4, 5, 6, 7])
  const line = await deps.db.orderLine.findFirstOrThrow({ where: { orderId: buyer.orderId, videoId: 7 } })
  expect(await wantedOf(buyer.id, 7)).toBe('open')
  await refundOrder(deps, {
    orderId: buyer.orderId,
    wish: { lineIds: [line.id] },
    reason: 'By mistake',
    adminId: (await makeAdmin(deps)).id,
    seenBackPence: await goneBackOf(shop, buyer.orderId),
  })
  expect(await wantedOf(buyer.id, 7)).toBe('closed')
  const again = await createIntent(deps, { studentId: buyer.id, videoIds: [7], referralCode: null })
  expect(again.order).toMatchObject({ status: 'paid', totalPence: 0 })
  expect(await wantedOf(buyer.id, 7)).toBe('open')
})
