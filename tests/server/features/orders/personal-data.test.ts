import { afterAll, beforeAll, expect, it } from 'vitest'
import { exportOrders } from '#server/features/orders/personal-data.ts'
import { createTestShop, makeBuyer, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

it('exports of an order what brought the student, and of the card the last digits alone', async () => {
  const { id, orderId } = await makeBuyer(shop, [1])
  await shop.deps.db.order.update({ where: { id: orderId }, data: { linkName: 'newsletter' } })
  expect(await exportOrders(shop.deps, id)).toMatchObject([
    { id: orderId, linkName: 'newsletter', payment: { cardEnding: '4242' } },
  ])
})
