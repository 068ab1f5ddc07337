import { afterAll, beforeAll, expect, it } from 'vitest'
import { presentRevenue } from '#server/features/reports/analytics-present.ts'
import { listCredits, listVideoSales } from '#server/features/reports/analytics-queries.ts'
import { pence } from '#shared/money/money.ts'
import { shareByWeight } from '#shared/money/shares.ts'
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
