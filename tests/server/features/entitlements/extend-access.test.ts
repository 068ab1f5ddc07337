import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { extendEntitlement } from '#server/features/entitlements/admin-entitlements.ts'
import { refundOrder } from '#server/features/order-admin/refund-order.ts'
import { findOpenEntitlement } from '#server/features/playback/queries.ts'
import { zeroPence } from '#shared/money/money.ts'
import { type MadeAdmin, makeAdmin } from '#tests/support/factories/admin.ts'
import { createTestShop, makeBuyer, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
let admin: MadeAdmin
beforeAll(async () => {
  shop = await createTestShop()
  admin = await makeAdmin(shop.deps)
})
afterAll(() => shop.close())

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

describe('extending access', () => {
  it('keeps a video open to the end of the London day, and says who did it and why', async () => {
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

  it('opens again what had closed', async () => {
    const { buyer, entitlementId, before } = await anEntitlement()
    const wish = { studentId: buyer.id, videoId: 2 }
    const was = shop.deps.clock.now()
    shop.deps.clock.set(new Date(before.getTime() + 60_000).toISOString())
    expect(await findOpenEntitlement(shop.deps, wish)).toBeNull()
    await extend(entitlementId, '2027-12-31')
    expect(await findOpenEntitlement(shop.deps, wish)).toMatchObject({ id: entitlementId })
    shop.deps.clock.set(was.toISOString())
  })

  it('happens once, however often the button is pressed, and never makes anything shorter', async () => {
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

  it('leaves ended what a refund ended, and knows no other', async () => {
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
