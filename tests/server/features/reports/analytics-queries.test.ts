import { afterAll, beforeAll, expect, it } from 'vitest'
import { presentPeriod, presentRevenue } from '#server/features/reports/analytics-present.ts'
import {
  findFirstSale,
  listCredits,
  listMonths,
  listRefererSums,
  listSales,
  listVideoSales,
  sumPaidOut,
} from '#server/features/reports/analytics-queries.ts'
import { type LondonRange, rangeOfLondonDates } from '#shared/calendar/calendar.ts'
import { pence } from '#shared/money/money.ts'
import { shareByWeight } from '#shared/money/shares.ts'
import { makeCommission } from '#tests/server/features/commissions/ledger.ts'
import { makeReferer } from '#tests/support/factories/referer.ts'
import { createTestShop, makeBuyer, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

type Credit = { creditedPence: number; lines?: number[]; isDispute?: boolean }

async function credit(videoIds: number[], credits: readonly Credit[]): Promise<void> {
  const { id: studentId } = await makeBuyer(shop, videoIds)
  const { db, clock } = shop.deps
  const order = await db.order.findFirstOrThrow({
    where: { studentId },
    select: { lines: true, payment: { select: { id: true } } },
  })
  for (const [index, { creditedPence, lines = [], isDispute = false }] of credits.entries()) {
    const id = `${studentId}-${index}`
    const row = {
      id,
      paymentId: order.payment?.id ?? '',
      amountPence: Math.max(creditedPence, 1),
      creditedPence,
    }
    if (isDispute) {
      await db.dispute.create({
        data: {
          ...row,
          takenPence: row.amountPence,
          stripeDisputeId: id,
          status: 'lost',
          openedAt: clock.now(),
          closedAt: clock.now(),
        },
      })
      continue
    }
    const named = order.lines.filter(({ videoId }) => lines.includes(videoId))
    await db.refund.create({
      data: {
        ...row,
        stripeRefundId: id,
        status: 'succeeded',
        reason: 'Asked for',
        createdAt: clock.now(),
        lines: { create: named.map((line) => ({ orderLineId: line.id })) },
      },
    })
  }
}

/** The credits of each video, with every credit shared alone. */
async function creditedOneByOne(): Promise<Map<number, number>> {
  const { db } = shop.deps
  const payment = { select: { order: { select: { lines: true } } } }
  const refunds = await db.refund.findMany({ include: { lines: true, payment } })
  const disputes = await db.dispute.findMany({ include: { payment } })
  const byVideo = new Map<number, number>()
  for (const { creditedPence, payment, lines } of [
    ...refunds,
    ...disputes.map((row) => ({ ...row, lines: [] })),
  ]) {
    const named = lines.map(({ orderLineId }) => orderLineId)
    const back = payment.order.lines.filter(({ id }) => named.length === 0 || named.includes(id))
    const weights = back.map(({ videoId, grossPence }) => ({ id: videoId, weight: pence(grossPence) }))
    for (const [id, share] of shareByWeight(pence(creditedPence), weights))
      byVideo.set(id, (byVideo.get(id) ?? 0) + share)
  }
  return byVideo
}

it('deducts each credit from its videos as if it were shared alone', async () => {
  const odd: Credit[] = [
    { creditedPence: 1 },
    { creditedPence: 1 },
    { creditedPence: 101, lines: [2, 3] },
    { creditedPence: 101, isDispute: true },
    { creditedPence: 0 },
  ]
  await credit([1, 2, 3], odd)
  await credit([3, 2, 1], odd)
  await credit([2, 3], [{ creditedPence: 101 }, { creditedPence: 7, lines: [3] }])
  await credit([1, 2, 3, 4, 5, 6, 7], [{ creditedPence: 101, lines: [2, 3] }, { creditedPence: 10_003 }])

  const videos = await listVideoSales(shop.deps.db)
  const credits = await listCredits(shop.deps.db)
  const { videoBreakdown } = presentRevenue({ paidOutPence: 0, videos, credits, referers: [], months: [] })
  const expected = await creditedOneByOne()
  expect(videoBreakdown.map(({ videoId, totalRevenue }) => [videoId, totalRevenue])).toEqual(
    videos.map(({ videoId, grossPence }) => [videoId, grossPence - (expected.get(videoId) ?? 0)]),
  )
  expect(credits.map(({ count }) => count).toSorted()).toEqual([1, 1, 1, 2, 3, 4])
})

async function revenueOf(range?: LondonRange) {
  const { db, clock } = shop.deps
  const [paidOutPence, videos, credits, referers, months] = await Promise.all([
    sumPaidOut(db, range),
    listVideoSales(db, range),
    listCredits(db, range),
    listRefererSums(db, range),
    listMonths(db, clock.now(), range),
  ])
  return presentRevenue({ paidOutPence, videos, credits, referers, months })
}

function periodOf(from: string, to: string): LondonRange {
  const range = rangeOfLondonDates(from, to)
  if (!range) throw new Error('No period')
  return range
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)

it('counts in a period what was sold in it, less what came back of it since', async () => {
  const { deps } = shop
  const now = deps.clock.now()
  const referer = await makeReferer(deps)
  const code = { refererId: referer.id, referralCode: referer.code, discountBps: 0, commissionBps: 500 }
  // One minute before and at midnight in London, in summer time.
  const times = ['2026-04-30T22:59:00.000Z', '2026-04-30T23:00:00.000Z', '2026-06-10T10:00:00.000Z']
  for (const time of times) {
    const { orderId } = await makeCommission(deps, {
      refererId: referer.id,
      at: new Date(time),
      entries: [{ kind: 'earned', pence: 250 }],
    })
    await deps.db.order.update({ where: { id: orderId }, data: code })
    await deps.db.payment.create({
      data: {
        id: orderId,
        orderId,
        intentId: `pi_${orderId}`,
        status: 'paid',
        amountPence: 6_000,
        feePence: 110,
        paidAt: new Date(time),
        createdAt: new Date(time),
      },
    })
    // Long after the period.
    if (time === times[1]) {
      await deps.db.refund.create({
        data: {
          id: orderId,
          paymentId: orderId,
          stripeRefundId: `re_${orderId}`,
          status: 'succeeded',
          amountPence: 1_500,
          creditedPence: 1_500,
          vatPence: 250,
          reason: 'Asked for',
          createdAt: now,
        },
      })
    }
  }
  const may = periodOf('2026-05-01', '2026-05-31')
  const own = ({ refererId }: { refererId: string | null }) => refererId === referer.id
  const [inMay] = (await listRefererSums(deps.db, may)).filter(own)
  expect(inMay).toMatchObject({ sales: 1, listPence: 6_000, refundedPence: 1_500, commissionPence: 250 })
  expect((await listSales(deps, { refererId: referer.id, page: 0, range: may })).total).toBe(1)
  expect((await listRefererSums(deps.db)).filter(own)).toMatchObject([{ sales: 3, commissionPence: 750 }])
  expect(await listMonths(deps.db, now, may)).toEqual([
    { month: '2026-05', revenuePence: 4_500, sales: 1, newCustomers: 1, isRunning: false },
  ])

  // Months, videos and clubs come to the same revenue, whatever the period.
  for (const range of [may, periodOf('2026-04-30', '2026-11-30'), periodOf('2026-11-21', '2026-12-31')]) {
    const { totalRevenue, monthlyTrends, videoBreakdown } = await revenueOf(range)
    expect(sumOf(monthlyTrends.map(({ revenue }) => revenue))).toBe(totalRevenue)
    const bought = sumOf((await listMonths(deps.db, now, range)).map(({ sales }) => sales))
    expect(bought).toBe(sumOf((await listRefererSums(deps.db, range)).map(({ sales }) => sales)))
    // The three sales made here have no lines.
    if (range.start > may.end) expect(sumOf(videoBreakdown.map((one) => one.totalRevenue))).toBe(totalRevenue)
  }
  const years = await listMonths(deps.db, now, periodOf('2024-01-01', '2026-12-31'))
  expect(years.map(({ month }) => month)).toHaveLength(12)
  expect(years.at(-1)).toMatchObject({ month: '2026-11', isRunning: true })
})

it('says the dates of its figures: none to come, and from the first sale of all', async () => {
  const now = shop.deps.clock.now()
  const firstSaleAt = await findFirstSale(shop.deps.db)
  expect(presentPeriod({ range: undefined, firstSaleAt, now })).toEqual({
    from: '2026-04-30',
    to: '2026-11-21',
  })
  const range = periodOf('2026-10-01', '2026-12-31')
  expect(presentPeriod({ range, firstSaleAt, now })).toEqual({ from: '2026-10-01', to: '2026-11-21' })
  const over = periodOf('2026-01-01', '2026-03-31')
  expect(presentPeriod({ range: over, firstSaleAt, now })).toEqual({ from: '2026-01-01', to: '2026-03-31' })
  expect(presentPeriod({ range: undefined, firstSaleAt: null, now }).from).toBe('2026-11-21')
})
