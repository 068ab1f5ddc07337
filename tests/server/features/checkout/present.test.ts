import { afterAll, beforeAll, expect, it } from 'vitest'
import { createIntent } from '#server/features/checkout/create-intent.ts'
import { presentCheckout } from '#server/features/checkout/present.ts'
import { makeStudent } from '#tests/support/factories/student.ts'
import { createTestShop, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

it('a line keeps the price of the order when the catalog has another one', async () => {
  const student = await makeStudent(shop.deps)
  const cart = { studentId: student.id, videoIds: [1, 5], referralCode: null }
  await createIntent(shop.deps, cart)
  await shop.deps.db.video.update({ where: { id: 1 }, data: { pricePence: 7_000 } })
  expect(await presentCheckout(shop.deps, await createIntent(shop.deps, cart))).toMatchObject({
    lines: [
      { videoId: 1, price: '60.00' },
      { videoId: 5, price: '40.00' },
    ],
    total: '100.00',
  })
})
