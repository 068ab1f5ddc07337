import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { settlePayment } from '#server/features/orders/settle-payment.ts'
import { presentQuarterSales } from '#server/features/reports/present.ts'
import { listQuarterOrders } from '#server/features/reports/queries.ts'
import { type MadeReferer, makeReferer } from '#tests/support/factories/referer.ts'
import { makeStudent } from '#tests/support/factories/student.ts'
import { createTestShop, makeBuyer, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
let referer: MadeReferer
beforeAll(async () => {
  shop = await createTestShop()
  referer = await makeReferer(shop.deps)
})
afterAll(() => shop.close())

const sales = async (quarterYear: string) =>
  presentQuarterSales(await listQuarterOrders(shop.deps, { refererId: referer.id, quarterYear }))

describe('the sales of a quarter', () => {
  it('are the films bought with the code, commission shared over them to the penny', async () => {
    const buyer = await makeBuyer(shop, [1, 5], referer.code)
    await makeBuyer(shop, [2]) // without a code
    const rows = await sales('2026-Q4')
    expect(rows).toMatchObject([
      {
        username: buyer.username,
        isBundle: false,
        videoTitle: 'Air Law',
        amount: '60.00',
        referralDiscount: '6.00',
        finalAmount: '54.00',
      },
      {
        isBundle: false,
        videoTitle: 'Human Performance',
        amount: '40.00',
        referralDiscount: '4.00',
        finalAmount: '36.00',
      },
    ])
    // £90 paid, £15 VAT, £1.55 fee: 5 % of £73.45 is £3.67.
    const pennies = rows.map((row) => Math.round(Number(row.commissionAmount) * 100))
    expect(pennies.reduce((sum, amount) => sum + amount, 0)).toBe(367)
  })

  it('show a bundle as one row and lie in the London quarter of the payment', async () => {
    // 00:30 on 1 January in London is still the old year’s last quarter nowhere but west of Greenwich.
    shop.deps.clock.set('2027-01-01T00:30:00.000Z')
    const student = await makeStudent(shop.deps)
    const { intentId } = await shop.order({ student, videoIds: [1, 2, 3, 4, 5, 6, 7], code: referer.code })
    await shop.pay(intentId)
    await settlePayment(shop.deps, intentId)
    expect(await sales('2027-Q1')).toMatchObject([
      {
        isBundle: true,
        videoTitle: null,
        videoId: null,
        amount: '340.00',
        referralDiscount: '34.00',
        finalAmount: '306.00',
      },
    ])
    expect(await sales('2026-Q4')).toHaveLength(2)
  })

  it('are those of a referer there is', async () => {
    const nobody = listQuarterOrders(shop.deps, { refererId: 'nobody', quarterYear: '2026-Q4' })
    await expect(nobody).rejects.toMatchObject({ code: 'REFERER_NOT_FOUND' })
  })

  it('refuse a label that names no quarter', async () => {
    await expect(sales('2026-Q5')).rejects.toMatchObject({ code: 'QUARTER_INVALID' })
  })
})
