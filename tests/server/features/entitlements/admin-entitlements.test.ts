import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { extendEntitlement, grantEntitlement } from '#server/features/entitlements/admin-entitlements.ts'
import { refundOrder } from '#server/features/order-admin/refund-order.ts'
import { findOpenEntitlement } from '#server/features/playback/queries.ts'
import { zeroPence } from '#shared/money/money.ts'
import { type MadeAdmin, makeAdmin } from '#tests/support/factories/admin.ts'
import { makeStudent } from '#tests/support/factories/student.ts'
import { readOutbox } from '#tests/support/outbox.ts'
import { createTestShop, makeBuyer, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
let admin: MadeAdmin
beforeAll(async () => {
  shop = await createTestShop()
  admin = await makeAdmin(shop.deps)
})
afterAll(() => shop.close())

const grant = (studentId: string, lastDay = '2027-01-31', videoId: number | 'all' = 4) =>
  grantEntitlement(shop.deps, {
    studentId,
    videoId,
    lastDay,
    reason: 'Prize at the club evening',
    adminId: admin.id,
  })

describe('granting an entitlement', () => {
  it('grants a video without a purchase, with admin and reason on record', async () => {
    const student = await makeStudent(shop.deps)
    const { entitlementIds, expiresAt } = await grant(student.id)
    expect(expiresAt).toEqual(new Date('2027-01-31T23:59:59.999Z'))
    expect(await findOpenEntitlement(shop.deps, { studentId: student.id, videoId: 4 })).toEqual({
      id: entitlementIds[0],
      openUntil: expiresAt,
    })
    expect(await shop.deps.db.auditEntry.findMany({ where: { subjectId: student.id } })).toMatchObject([
      {
        action: 'access.granted',
        actorId: admin.id,
        details: { videoId: 4, reason: 'Prize at the club evening' },
      },
    ])
  })

  it('happens once for repeated requests', async () => {
    const student = await makeStudent(shop.deps)
    const answers = await Promise.allSettled([1, 2, 3].map(() => grant(student.id)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await shop.deps.db.entitlement.count({ where: { studentId: student.id } })).toBe(1)
  })

  it('tells the student what is open and until when, but not why', async () => {
    const student = await makeStudent(shop.deps)
    await grant(student.id)
    const mails = await readOutbox(shop.deps, 'access-granted', student.email)
    expect(mails.map(({ props }) => props)).toEqual([
      {
        username: student.username,
        change: 'granted',
        videos: [{ title: 'Principles of Flight', expiresAt: '2027-01-31T23:59:59.999Z' }],
      },
    ])
  })

  it('grants every video at once, but what is open as long', async () => {
    const buyer = await makeBuyer(shop, [4])
    const { entitlementIds } = await grant(buyer.id, '2026-12-31', 'all')
    expect(entitlementIds).toHaveLength(6)
    const owned = await shop.deps.db.entitlement.findMany({ where: { studentId: buyer.id } })
    expect(owned.map(({ videoId }) => videoId).toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(await readOutbox(shop.deps, 'access-granted', buyer.email)).toHaveLength(1)
    await expect(grant(buyer.id, '2026-12-31', 'all')).rejects.toMatchObject({ code: 'ACCESS_NOT_LONGER' })
  })

  it('adds to a purchase only when it lasts longer', async () => {
    const buyer = await makeBuyer(shop, [4])
    await expect(grant(buyer.id, '2026-12-31')).rejects.toMatchObject({ code: 'ACCESS_NOT_LONGER' })
    await expect(grant(buyer.id, '2027-12-31')).resolves.toBeDefined()
  })

  it('refuses past days, unknown students and unknown videos', async () => {
    const student = await makeStudent(shop.deps)
    await expect(grant(student.id, '2026-11-01')).rejects.toMatchObject({ code: 'ACCESS_DAY_INVALID' })
    await expect(grant('nobody')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(grant(student.id, '2027-01-31', 99)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

async function anEntitlement() {
  const buyer = await makeBuyer(shop, [2])
  const { id, expiresAt } = await shop.deps.db.entitlement.findFirstOrThrow({
    where: { orderId: buyer.orderId },
  })
  return { buyer, entitlementId: id, before: expiresAt }
}

const extend = (entitlementId: string, lastDay: string) =>
  extendEntitlement(shop.deps, { entitlementId, lastDay, reason: 'Was ill for a month', adminId: admin.id })

const auditsOf = (studentId: string) =>
  shop.deps.db.auditEntry.findMany({ where: { subjectId: studentId, action: 'access.extended' } })

describe('extending an entitlement', () => {
  it('lasts to the end of the London day, with admin and reason on record', async () => {
    const { buyer, entitlementId, before } = await anEntitlement()
    await expect(extend(entitlementId, '2027-06-30')).resolves.toEqual({
      expiresAt: new Date('2027-06-30T22:59:59.999Z'),
    })
    expect(await auditsOf(buyer.id)).toMatchObject([
      {
        actorId: admin.id,
        details: {
          orderId: buyer.orderId,
          videoId: 2,
          from: before.toISOString(),
          until: '2027-06-30T22:59:59.999Z',
          reason: 'Was ill for a month',
        },
      },
    ])
  })

  it('tells the student', async () => {
    const { buyer, entitlementId } = await anEntitlement()
    await extend(entitlementId, '2027-06-30')
    expect(await readOutbox(shop.deps, 'access-granted', buyer.email)).toMatchObject([
      { props: { change: 'extended', videos: [{ expiresAt: '2027-06-30T22:59:59.999Z' }] } },
    ])
  })

  it('makes an expired entitlement valid again', async () => {
    const { buyer, entitlementId, before } = await anEntitlement()
    const wish = { studentId: buyer.id, videoId: 2 }
    const was = shop.deps.clock.now()
    shop.deps.clock.set(new Date(before.getTime() + 60_000).toISOString())
    expect(await findOpenEntitlement(shop.deps, wish)).toBeNull()
    await extend(entitlementId, '2027-12-31')
    expect(await findOpenEntitlement(shop.deps, wish)).toMatchObject({ id: entitlementId })
    shop.deps.clock.set(was.toISOString())
  })

  it('happens once for repeated requests, and never shortens', async () => {
    const { buyer, entitlementId } = await anEntitlement()
    const answers = await Promise.allSettled([1, 2, 3].map(() => extend(entitlementId, '2027-09-01')))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await auditsOf(buyer.id)).toHaveLength(1)
    await expect(extend(entitlementId, '2027-08-31')).rejects.toMatchObject({ code: 'ACCESS_NOT_LONGER' })
  })

  it.each(['2026-11-20', '2031-11-22', '2027-02-30'])('refuses %s', async (lastDay) => {
    const { entitlementId } = await anEntitlement()
    await expect(extend(entitlementId, lastDay)).rejects.toMatchObject({ code: 'ACCESS_DAY_INVALID' })
  })

  it('does not restore a revoked entitlement, and refuses an unknown one', async () => {
    const { buyer, entitlementId } = await anEntitlement()
    const { id: lineId } = await shop.deps.db.orderLine.findFirstOrThrow({
      where: { orderId: buyer.orderId },
    })
    const wish = { lineIds: [lineId] }
    const { orderId } = buyer
    await refundOrder(shop.deps, {
      orderId,
      wish,
      reason: 'Mistake',
      adminId: admin.id,
      seenBackPence: zeroPence,
    })
    await expect(extend(entitlementId, '2027-06-30')).rejects.toMatchObject({ code: 'ACCESS_ENDED' })
    await expect(extend('none', '2027-06-30')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
