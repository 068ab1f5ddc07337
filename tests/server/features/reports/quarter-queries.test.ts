import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { syncPayment } from '#server/features/payments/sync-payment.ts'
import { presentQuarterEntry, presentQuarterSales } from '#server/features/reports/present.ts'
import {
  findRunningQuarter,
  listQuarterEntries,
  listQuarterOrders,
} from '#server/features/reports/quarter-queries.ts'
import { newId } from '#server/infra/ids.ts'
import { quarterlyDetailsOutput } from '#shared/schemas/admin-reports.ts'
import { makeCommission } from '#tests/server/features/commissions/ledger.ts'
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

const salesOf = async (refererId: string, quarterYear: string) =>
  quarterlyDetailsOutput.parse(
    presentQuarterSales(await listQuarterOrders(shop.deps, { refererId, quarterYear })),
  )
const sales = (quarterYear: string) => salesOf(referer.id, quarterYear)

it('knows the quarter that runs by the clock of the shop, sold in or not', async () => {
  const empty = { quarterYear: '2026-Q4', finalPrice: 0 }
  expect(await findRunningQuarter(shop.deps)).toEqual(empty)
  await makeBuyer(shop, [3])
  expect(await findRunningQuarter(shop.deps)).toEqual({ ...empty, finalPrice: 6_000 })
})

describe('the ledger of a quarter', () => {
  it('has the quarter’s entries, also of earlier orders, newest first', async () => {
    const { id: refererId } = await makeReferer(shop.deps)
    const { orderId } = await makeCommission(shop.deps, {
      refererId,
      at: new Date('2026-05-02T10:00:00Z'),
      entries: [
        { kind: 'earned', pence: 220 },
        { kind: 'reversed', pence: -220, at: new Date('2026-08-02T10:00:00Z') },
      ],
    })
    const entries = await listQuarterEntries(shop.deps, { refererId, quarterYear: '2026-Q3' })
    expect(entries.map(presentQuarterEntry)).toMatchObject([{ kind: 'reversed', amount: -220, orderId }])
    expect(await listQuarterEntries(shop.deps, { refererId, quarterYear: '2026-Q2' })).toHaveLength(1)
    const anonymous = listQuarterEntries(shop.deps, { refererId: 'nobody', quarterYear: '2026-Q3' })
    await expect(anonymous).rejects.toMatchObject({ code: 'REFERER_NOT_FOUND' })
    const wrong = listQuarterEntries(shop.deps, { refererId, quarterYear: '2026-Q5' })
    await expect(wrong).rejects.toMatchObject({ code: 'QUARTER_INVALID' })
  })
})

describe('the sales of a quarter', () => {
  it('are the videos bought with the code, with commission shared to the penny', async () => {
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

  it('show a bundle as one row, in the London quarter of its payment', async () => {
    // 00:30 on 1 January in London is still the old year's last quarter in New York.
    shop.deps.clock.set('2027-01-01T00:30:00.000Z')
    const student = await makeStudent(shop.deps)
    const { intentId } = await shop.order({ student, videoIds: [1, 2, 3, 4, 5, 6, 7], code: referer.code })
    await shop.pay(intentId)
    await syncPayment(shop.deps, intentId)
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

  it('show net, card fee, percent and credits of each video, and their order', async () => {
    const { id: refererId, code } = await makeReferer(shop.deps)
    const { orderId } = await makeBuyer(shop, [1, 5], code)
    const { id: paymentId } = await shop.deps.db.payment.findUniqueOrThrow({ where: { orderId } })
    const [airLaw] = await shop.deps.db.orderLine.findMany({ where: { orderId, videoId: 1 } })
    const now = shop.deps.clock.now()
    const refund = (creditedPence: number) => ({
      id: newId(now),
      paymentId,
      stripeRefundId: `re_${newId(now)}`,
      status: 'succeeded' as const,
      amountPence: creditedPence,
      creditedPence,
      reason: 'Asked',
      createdAt: now,
      settledAt: now,
    })
    // £10 of one video, and £9 of the whole order.
    const lines = { create: [{ orderLineId: airLaw?.id ?? '' }] }
    await shop.deps.db.refund.create({ data: { ...refund(1_000), lines } })
    await shop.deps.db.refund.create({ data: refund(900) })
    const rows = await salesOf(refererId, '2027-Q1')
    expect(rows.map((row) => [row.finalAmount, row.refundedAmount, row.netAmount, row.cardFee])).toEqual([
      ['54.00', '15.40', '45.00', '0.93'],
      ['36.00', '3.60', '30.00', '0.62'],
    ])
    const common = { orderId, commissionPercentage: 5, cardFeeIsEstimate: false }
    expect(rows).toMatchObject([common, common])
  })

  it('require an existing referer', async () => {
    const anonymous = listQuarterOrders(shop.deps, { refererId: 'nobody', quarterYear: '2026-Q4' })
    await expect(anonymous).rejects.toMatchObject({ code: 'REFERER_NOT_FOUND' })
  })

  it('refuse an invalid label', async () => {
    await expect(sales('2026-Q5')).rejects.toMatchObject({ code: 'QUARTER_INVALID' })
  })
})
