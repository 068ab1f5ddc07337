import { afterAll, beforeAll, expect, it } from 'vitest'
import { createIntent } from '#server/features/checkout/create-intent.ts'
import { openOrder } from '#server/features/checkout/open-order.ts'
import { priceBasket } from '#server/features/checkout/price-basket.ts'
import { settlePayment } from '#server/features/payments/settle-payment.ts'
import { createTestShop, makeBuyer, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

it('a basket that was paid in another tab since it was priced is not opened again', async () => {
  const student = await makeBuyer(shop, [1, 2, 3, 4, 5])
  const wish = { studentId: student.id, videoIds: [6, 7], referralCode: null }
  const basket = await priceBasket(shop.deps, wish)
  expect(basket.quote.collectionDiscount).toBe('completion')
  const { intentId } = await shop.order({ student, videoIds: [6, 7] })
  await shop.pay(intentId)
  await settlePayment(shop.deps, intentId)

  expect(await openOrder(shop.deps, { studentId: student.id, basket })).toBeNull()
  await expect(createIntent(shop.deps, wish)).rejects.toMatchObject({ code: 'ALREADY_OWNED' })
  expect(await shop.deps.db.order.count({ where: { studentId: student.id, status: 'open' } })).toBe(0)
})
