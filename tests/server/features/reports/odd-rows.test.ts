import { text } from 'node:stream/consumers'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { endReferer } from '#server/features/commissions/payouts/end-referer.ts'
import { generatePayouts } from '#server/features/commissions/payouts/generate-payouts.ts'
import { syncPayment } from '#server/features/payments/sync-payment.ts'
import { openQuarterReport } from '#server/features/reports/quarter-report.ts'
import { chargeOf } from '#tests/server/features/refunds/refunded-order.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'
import { makeReferer } from '#tests/support/factories/referer.ts'
import { makeStudent } from '#tests/support/factories/student.ts'
import { createTestShop, makeBuyer, type TestShop } from '#tests/support/shop.ts'

const MAY = '2026-05-12T10:00:00.000Z'
const NOVEMBER = '2026-11-21T10:00:00.000Z'

let shop: TestShop
let adminId: string
beforeAll(async () => {
  shop = await createTestShop()
  adminId = (await makeAdmin(shop.deps)).id
})
afterAll(() => shop.close())
beforeEach(() => shop.deps.clock.set(MAY))

/** A referer's rows of a quarter: text, final price and commission. */
async function rowsOf(quarter: string, referer: string): Promise<string[][]> {
  const rows: Record<string, string>[] = parse(await text(await openQuarterReport(shop.deps, quarter)), {
    columns: true,
  })
  return rows
    .filter((row) => row.referer === referer)
    .map((row) => [row['video or bundle'] ?? '', row['final price'] ?? '', row.commission ?? ''])
}

async function refundAll(intentId: string): Promise<void> {
  shop.sandbox.controls.refund((await chargeOf(shop, intentId)).id)
  await syncPayment(shop.deps, intentId)
}

describe('rows that are not sales', () => {
  it('are the refund with its reversal in the same quarter', async () => {
    const { code, name } = await makeReferer(shop.deps, { commissionBps: 2_000 })
    const { intentId } = await makeBuyer(shop, [2], code)
    await refundAll(intentId)
    expect(await rowsOf('2026-Q2', name)).toEqual([
      ['Navigation', '54.00', '8.80'],
      ['Refund', '-54.00', '-8.80'],
    ])
  })

  it('are a refund without commission and, in the quarter of the pending payout, its reversal', async () => {
    const { code, name } = await makeReferer(shop.deps, { commissionBps: 5_000 })
    const { intentId } = await makeBuyer(shop, [2], code)
    shop.deps.clock.set(NOVEMBER)
    await generatePayouts(shop.deps, '2026-Q2')
    await refundAll(intentId)
    expect(await rowsOf('2026-Q2', name)).toEqual([
      ['Navigation', '54.00', '22.00'],
      ['Commission reversed', '0.00', '-22.00'],
    ])
    expect(await rowsOf('2026-Q4', name)).toEqual([['Refund', '-54.00', '0.00']])
  })

  it('are a failed refund with the restored commission', async () => {
    const { code, name } = await makeReferer(shop.deps)
    const { intentId } = await makeBuyer(shop, [5], code)
    shop.deps.clock.set(NOVEMBER)
    await refundAll(intentId)
    const { data } = await shop.stripe.refunds.list({ charge: (await chargeOf(shop, intentId)).id })
    shop.deps.clock.advance(60_000)
    shop.sandbox.controls.failRefund(data[0]?.id ?? '')
    await syncPayment(shop.deps, intentId)
    expect(await rowsOf('2026-Q4', name)).toEqual([
      ['Refund', '-36.00', '0.00'],
      ['Refund undone', '36.00', '0.00'],
    ])
    const commissions = (await rowsOf('2026-Q2', name)).map(([row, , commission]) => [row, commission])
    expect(commissions).toEqual([
      ['Human Performance', '1.46'],
      ['Commission reversed', '-1.46'],
      ['Commission restored', '1.46'],
    ])
  })

  it('are the correction of a card fee that became known in a later quarter', async () => {
    const { code, name } = await makeReferer(shop.deps, { commissionBps: 5_000 })
    const student = await makeStudent(shop.deps)
    const { intentId } = await shop.order({ student, videoIds: [2], code })
    shop.sandbox.controls.switch({ lateFees: true })
    await shop.pay(intentId)
    shop.sandbox.controls.switch({ lateFees: false })
    await syncPayment(shop.deps, intentId)
    const [[, , estimated = ''] = []] = await rowsOf('2026-Q2', name)
    shop.deps.clock.set(NOVEMBER)
    shop.sandbox.controls.tellFee((await chargeOf(shop, intentId)).id)
    await syncPayment(shop.deps, intentId)
    const corrected = (Number('22.00') - Number(estimated)).toFixed(2)
    expect(await rowsOf('2026-Q4', name)).toEqual(
      corrected === '0.00' ? [] : [['Commission corrected', '0.00', corrected]],
    )
    expect(await rowsOf('2026-Q2', name)).toEqual([['Navigation', '54.00', estimated]])
  })

  it('are what a referer forfeits at the end, without an order', async () => {
    const { id, code, name } = await makeReferer(shop.deps)
    await makeBuyer(shop, [5], code)
    shop.deps.clock.set(NOVEMBER)
    await endReferer(shop.deps, { id, reason: null, adminId })
    expect(await rowsOf('2026-Q4', name)).toEqual([['Commission forfeited', '0.00', '-1.46']])
  })
})
