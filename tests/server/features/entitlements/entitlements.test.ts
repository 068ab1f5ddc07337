import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  grantEntitlements,
  restoreEntitlements,
  revokeEntitlements,
} from '#server/features/entitlements/entitlements.ts'
import { findGrant } from '#server/features/playback/queries.ts'
import { newId } from '#server/infra/ids.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'
import { makeSession, makeStudent } from '#tests/support/factories/student.ts'
import { createTestShop, makeBuyer, type TestShop } from '#tests/support/shop.ts'

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

describe('the entitlements of a paid order', () => {
  it.each([
    ['three months for a single video', false, '2026-11-21T10:00:00Z', '2027-02-21T10:00:00.000Z'],
    ['twelve months for a bundle', true, '2026-11-21T10:00:00Z', '2027-11-21T10:00:00.000Z'],
    [
      'to the month’s end where the day is missing',
      false,
      '2026-01-31T10:00:00Z',
      '2026-04-30T09:00:00.000Z',
    ],
    ['at the same time on London’s clocks', false, '2026-09-01T10:00:00Z', '2026-12-01T11:00:00.000Z'],
  ])('last %s', async (_what, isBundle, paidAt, expiresAt) => {
    const { given } = await grant({ videoIds: [1], isBundle, paidAt })
    expect(given.map((one) => one.expiresAt.toISOString())).toEqual([expiresAt])
  })

  it('are one for each line of the order, from the time of payment', async () => {
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

  it('cannot be granted twice for the same line', async () => {
    const { order } = await grant({ videoIds: [2], isBundle: false, paidAt: '2026-11-21T10:00:00Z' })
    const again = shop.deps.db.$transaction((tx) =>
      grantEntitlements(tx, { order, paidAt: new Date('2026-11-22T10:00:00Z') }),
    )
    await expect(again).rejects.toThrow()
  })
})

async function bought(videoIds: number[]) {
  const buyer = await makeBuyer(shop, videoIds)
  const rows = await shop.deps.db.entitlement.findMany({
    where: { orderId: buyer.orderId },
    orderBy: { videoId: 'asc' },
  })
  return { buyer, rows, lineIds: rows.flatMap(({ orderLineId }) => orderLineId ?? []) }
}

function revoke(studentId: string, lineIds: readonly string[]) {
  const now = shop.deps.clock.now()
  return shop.deps.db.$transaction((tx) => revokeEntitlements(tx, { studentId, lineIds, now }))
}

describe('the entitlements of refunded lines', () => {
  it('are revoked, with the videos that cannot be watched any more', async () => {
    const { buyer, lineIds } = await bought([1, 2, 3])
    expect((await revoke(buyer.id, lineIds.slice(1))).toSorted()).toEqual([2, 3])
    expect(await revoke(buyer.id, lineIds.slice(1))).toEqual([])
    const open = await shop.deps.db.entitlement.findMany({ where: { studentId: buyer.id, revokedAt: null } })
    expect(open.map(({ videoId }) => videoId)).toEqual([1])
  })

  it('end the media grant of a playing video', async () => {
    const { buyer, rows, lineIds } = await bought([4])
    const { sessionId } = await makeSession(shop.deps, { studentId: buyer.id })
    const now = shop.deps.clock.now()
    const grantId = newId(now)
    await shop.deps.db.mediaGrant.create({
      data: {
        id: grantId,
        sessionId,
        entitlementId: rows[0]?.id ?? '',
        createdAt: now,
        expiresAt: new Date(now.getTime() + 600_000),
      },
    })
    expect(await findGrant(shop.deps, grantId)).toMatchObject({ videoId: 4 })
    await revoke(buyer.id, lineIds)
    expect(await findGrant(shop.deps, grantId)).toBeNull()
  })

  it('do not count a video with another entitlement, or an expired one', async () => {
    const { buyer, lineIds } = await bought([5, 6])
    const admin = await makeAdmin(shop.deps)
    const now = shop.deps.clock.now()
    await shop.deps.db.entitlement.create({
      data: {
        id: newId(now),
        studentId: buyer.id,
        videoId: 5,
        isBundle: false,
        grantedById: admin.id,
        grantReason: 'A prize',
        startsAt: now,
        expiresAt: new Date(now.getTime() + 86_400_000),
      },
    })
    expect(await revoke(buyer.id, lineIds)).toEqual([6])
    const old = await bought([7])
    shop.deps.clock.set('2027-06-01T10:00:00.000Z')
    expect(await revoke(old.buyer.id, old.lineIds)).toEqual([])
    shop.deps.clock.set('2026-11-21T10:00:00.000Z')
  })

  it('are restored as they were, except lines still refunded and those an admin revoked', async () => {
    const { buyer, rows, lineIds } = await bought([1, 2, 3])
    await shop.deps.db.entitlement.updateMany({
      where: { orderLineId: lineIds[0] ?? '' },
      data: { revokedAt: shop.deps.clock.now(), revokedReason: 'Shared with others' },
    })
    await revoke(buyer.id, lineIds)
    await shop.deps.db.$transaction((tx) =>
      restoreEntitlements(tx, {
        orderId: buyer.orderId,
        exceptLineIds: lineIds.slice(2),
        now: shop.deps.clock.now(),
      }),
    )
    const open = await shop.deps.db.entitlement.findMany({ where: { studentId: buyer.id, revokedAt: null } })
    expect(open).toEqual(rows.slice(1, 2))
  })
})
