import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { grantEntitlements } from '#server/features/entitlements/entitlements.ts'
import { makeStudent } from '#tests/support/factories/student.ts'
import { createTestShop, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

async function grant(input: { videoIds: number[]; isBundle: boolean; paidAt: string }) {
  const student = await makeStudent(shop.deps)
  const { orderId } = await shop.order({ student, videoIds: input.videoIds })
  const lines = await shop.deps.db.orderLine.findMany({
    where: { orderId },
    select: { id: true, videoId: true },
  })
  const terms = { singleMonths: 3, bundleMonths: 12 }
  const order = { id: orderId, studentId: student.id, isBundle: input.isBundle, terms, lines }
  return {
    order,
    given: await shop.deps.db.$transaction((tx) =>
      grantEntitlements(tx, { order, paidAt: new Date(input.paidAt) }),
    ),
  }
}

describe('access that was paid for', () => {
  it.each([
    ['three months for a film on its own', false, '2026-11-21T10:00:00Z', '2027-02-21T10:00:00.000Z'],
    ['twelve months for a bundle', true, '2026-11-21T10:00:00Z', '2027-11-21T10:00:00.000Z'],
    [
      'to the month’s end where the day is missing',
      false,
      '2026-01-31T10:00:00Z',
      '2026-04-30T09:00:00.000Z',
    ],
    ['at the same time on London’s clocks', false, '2026-09-01T10:00:00Z', '2026-12-01T11:00:00.000Z'],
  ])('is %s', async (_what, isBundle, paidAt, expiresAt) => {
    const { given } = await grant({ videoIds: [1], isBundle, paidAt })
    expect(given.map((one) => one.expiresAt.toISOString())).toEqual([expiresAt])
  })

  it('is one right for each line of the order, from the moment it was paid', async () => {
    const { order } = await grant({ videoIds: [3, 5], isBundle: false, paidAt: '2026-11-21T10:00:00Z' })
    const rows = await shop.deps.db.entitlement.findMany({
      where: { orderId: order.id },
      orderBy: { videoId: 'asc' },
    })
    expect(rows).toMatchObject([
      { videoId: 3, studentId: order.studentId, startsAt: new Date('2026-11-21T10:00:00Z'), revokedAt: null },
      { videoId: 5, studentId: order.studentId },
    ])
    expect(new Set(rows.map((row) => row.orderLineId))).toEqual(new Set(order.lines.map((line) => line.id)))
  })

  it('cannot be given twice for the same line', async () => {
    const { order } = await grant({ videoIds: [2], isBundle: false, paidAt: '2026-11-21T10:00:00Z' })
    const again = shop.deps.db.$transaction((tx) =>
      grantEntitlements(tx, { order, paidAt: new Date('2026-11-22T10:00:00Z') }),
    )
    await expect(again).rejects.toThrow()
  })
})
