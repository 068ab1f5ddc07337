import { afterAll, beforeAll, expect, it } from 'vitest'
import { createIntent } from '#server/features/checkout/create-intent.ts'
import { createOrder, priceCart } from '#server/features/checkout/open-order.ts'
import { syncPayment } from '#server/features/payments/sync-payment.ts'
import { createTestShop, makeBuyer, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

it('a cart that was paid in another tab since it was priced is not opened again', async () => {
  const student = await makeBuyer(shop, [1, 2, 3, 4, 5])
  const cart = { studentId: student.id, videoIds: [6, 7], referralCode: null }
  const priced = await priceCart(shop.deps, cart)
  expect(priced.quote.collectionDiscount).toBe('completion')
  const { intentId } = await shop.order({ student, videoIds: [6, 7] })
  await shop.pay(intentId)
  await syncPayment(shop.deps, intentId)

  expect(await createOrder(shop.deps, { studentId: student.id, priced })).toBeNull()
  await expect(createIntent(shop.deps, cart)).rejects.toMatchObject({ code: 'ALREADY_OWNED' })
  expect(await shop.deps.db.order.count({ where: { studentId: student.id, status: 'open' } })).toBe(0)
})
