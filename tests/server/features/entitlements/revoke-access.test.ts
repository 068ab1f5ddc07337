import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { restoreEntitlements, revokeEntitlements } from '#server/features/entitlements/entitlements.ts'
import { findGrant } from '#server/features/playback/queries.ts'
import { newId } from '#server/infra/ids.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'
import { makeSession } from '#tests/support/factories/student.ts'
import { createTestShop, makeBuyer, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

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

describe('access whose price goes back', () => {
  it('ends for the lines that are named, and answers which videos closed', async () => {
    const { buyer, lineIds } = await bought([1, 2, 3])
    expect((await revoke(buyer.id, lineIds.slice(1))).toSorted()).toEqual([2, 3])
    expect(await revoke(buyer.id, lineIds.slice(1))).toEqual([])
    const open = await shop.deps.db.entitlement.findMany({ where: { studentId: buyer.id, revokedAt: null } })
    expect(open.map(({ videoId }) => videoId)).toEqual([1])
  })

  it('shuts the grant of a video that is playing', async () => {
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

  it('does not count a video as closed that is open in another way, or had closed before', async () => {
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

  it('opens again as it was, but for lines still paid back and for what an admin ended', async () => {
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
