import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reverseCommission } from '#server/features/commissions/commissions.ts'
import { generatePayouts } from '#server/features/commissions/payouts/generate-payouts.ts'
import { fulfilOrder } from '#server/features/payments/fulfil-order.ts'
import { syncPayment } from '#server/features/payments/sync-payment.ts'
import { estimateCardFee } from '#shared/money/card-fee.ts'
import { pence } from '#shared/money/money.ts'
import { makeReferer } from '#tests/support/factories/referer.ts'
import { makeStudent } from '#tests/support/factories/student.ts'
import { recordReliability } from '#tests/support/reliability.ts'
import { createTestShop, makeBuyer, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

describe('a commission earned on an estimated card fee', () => {
  it('is corrected once when the fee is known, however many requests read it at once', async () => {
    const { code } = await makeReferer(shop.deps)
    const student = await makeStudent(shop.deps)
    const { orderId, intentId } = await shop.order({ student, videoIds: [1, 2], code })
    await shop.pay(intentId)
    const paid = await shop.deps.payments.findPayment(intentId)
    const amountPence = paid?.receivedPence ?? pence(0)
    await fulfilOrder(shop.deps, orderId, {
      kind: 'charged',
      intentId,
      chargeId: paid?.charge?.chargeId ?? '',
      method: 'card',
      amountPence,
      feePence: null,
    })
    const payment = () => shop.deps.db.payment.findUniqueOrThrow({ where: { intentId } })
    expect(await payment()).toMatchObject({ feePence: estimateCardFee(amountPence), feeIsEstimate: true })

    await Promise.all(Array.from({ length: 10 }, () => syncPayment(shop.deps, intentId)))

    const order = await shop.deps.db.order.findUniqueOrThrow({ where: { id: orderId } })
    const fee = (await payment()).feePence ?? 0
    expect(await payment()).toMatchObject({ feePence: paid?.charge?.feePence, feeIsEstimate: false })
    const entries = await shop.deps.db.ledgerEntry.findMany({
      where: { commission: { orderId } },
      orderBy: { id: 'asc' },
    })
    expect(entries.map(({ kind, isEstimate }) => [kind, isEstimate])).toEqual([
      ['earned', true],
      ['corrected', false],
    ])
    const sum = entries.reduce((total, entry) => total + entry.amountPence, 0)
    expect(sum).toBe(Math.round((order.totalPence - order.vatPence - fee) * 0.05))
  })
})

const feeAlone = { refundId: null, disputeId: null }

function reverse(orderId: string, returnedPence: number) {
  const now = shop.deps.clock.now()
  return shop.deps.db.$transaction((tx) =>
    reverseCommission(tx, {
      orderId,
      orderTotalPence: pence(9_000),
      returnedPence: pence(returnedPence),
      cause: feeAlone,
      now,
      vatRate: 0.2,
    }),
  )
}

async function entriesOf(orderId: string) {
  return shop.deps.db.ledgerEntry.findMany({
    where: { commission: { orderId } },
    orderBy: { id: 'asc' },
    select: { kind: true, amountPence: true, quarter: true },
  })
}

async function referred() {
  const referer = await makeReferer(shop.deps)
  return makeBuyer(shop, [2, 7], referer.code)
}

describe('reversing a commission', () => {
  it('reverses the share of all credits, however many there are', async () => {
    const { orderId } = await referred()
    // 5 % of £90 less £15 VAT less £1.55 fee is £3.67.
    for (const returned of [1, 3_000, 3_001, 8_999, 9_000]) await reverse(orderId, returned)
    const [earned, ...reversed] = await entriesOf(orderId)
    expect(earned).toMatchObject({ kind: 'earned', amountPence: 367 })
    expect(reversed.every(({ kind, amountPence }) => kind === 'reversed' && amountPence < 0)).toBe(true)
    expect(reversed.reduce((sum, { amountPence }) => sum + amountPence, 367)).toBe(0)
  })

  it('restores the commission when a refund fails, and writes nothing where nothing changes', async () => {
    const { orderId } = await referred()
    await reverse(orderId, 4_500)
    expect(await reverse(orderId, 4_500)).toBeNull()
    await reverse(orderId, 0)
    expect((await entriesOf(orderId)).map(({ amountPence }) => amountPence)).toEqual([367, -184, 184])
  })

  it('writes into the quarter of a commission that is not in a payout, whenever the refund is', async () => {
    const { orderId } = await referred()
    shop.deps.clock.set('2027-03-31T23:30:00.000Z') // 00:30 on 1 April in London
    await reverse(orderId, 9_000)
    shop.deps.clock.set('2026-11-21T10:00:00.000Z')
    expect((await entriesOf(orderId)).map(({ quarter }) => quarter)).toEqual(['2026-Q4', '2026-Q4'])
  })

  it('is deducted from the payout of an ended quarter that is still to be made, else from a later one', async () => {
    const { db, clock } = shop.deps
    const referer = await makeReferer(shop.deps)
    const orders = [await makeBuyer(shop, [1, 2, 3, 4, 5, 6, 7], referer.code)]
    for (let count = 0; count < 3; count++)
      orders.push(await makeBuyer(shop, [1, 2, 3, 4, 5, 6, 7], referer.code))
    const sumOf = async (orderId = '') =>
      (await entriesOf(orderId)).reduce((sum, { amountPence }) => sum + amountPence, 0)
    const [refunded = '', paid = ''] = orders.map(({ orderId }) => orderId)
    const earned = await sumOf(refunded)
    const payoutOf = async (quarter: string) =>
      (await db.payout.findFirst({ where: { refererId: referer.id, quarter } }))?.payoutPence
    const total = async (orderId: string) =>
      pence((await db.order.findUniqueOrThrow({ where: { id: orderId } })).totalPence)
    const giveBack = async (orderId: string) => {
      const orderTotalPence = await total(orderId)
      await db.$transaction((tx) =>
        reverseCommission(tx, {
          orderId,
          orderTotalPence,
          returnedPence: orderTotalPence,
          cause: feeAlone,
          now: clock.now(),
          vatRate: 0.2,
        }),
      )
    }

    clock.set('2027-01-01T00:00:00.000Z')
    await giveBack(refunded)
    await generatePayouts(shop.deps, '2026-Q4')
    expect(await payoutOf('2026-Q4')).toBe(3 * earned)
    await db.payout.updateMany({
      where: { refererId: referer.id },
      data: { status: 'paid', paidAt: clock.now() },
    })
    await giveBack(paid)
    clock.set('2026-11-21T10:00:00.000Z')
    expect((await entriesOf(paid)).map(({ quarter }) => quarter)).toEqual(['2026-Q4', '2027-Q1'])
    recordReliability('refund after payout', 1, 'refunds after it was paid')
  })

  it('does nothing for an order without a commission', async () => {
    const { orderId } = await makeBuyer(shop, [1])
    expect(await reverse(orderId, 9_000)).toBeNull()
    expect(await entriesOf(orderId)).toEqual([])
  })
})
