import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeIncident } from '#server/features/incidents/incidents.ts'
import { reportProblems } from '#server/features/stripe-payouts/check-balance.ts'
import { readStripeBalance } from '#server/features/stripe-payouts/read-balance.ts'
import { chargeOf } from '#tests/server/features/refunds/refunded-order.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'
import { createTestShop, makeBuyer, type TestShop } from '#tests/support/shop.ts'

const DAY = 24 * 60 * 60_000

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
  await makeBuyer(shop, [1])
})
afterAll(() => shop.close())

describe('problems of one source', () => {
  it('are one incident, which stays closed when an admin closed it', async () => {
    const { id } = await shop.stripe.paymentIntents.create({
      amount: 6_000,
      currency: 'gbp',
      allowed_payment_method_types: ['card'],
    })
    await shop.pay(id)
    const dispute = shop.sandbox.controls.openDispute((await chargeOf(shop, id)).id)
    shop.sandbox.controls.winDispute(dispute.id)
    shop.deps.clock.advance(DAY)
    await readStripeBalance(shop.deps)
    shop.deps.clock.advance(DAY)
    await reportProblems(shop.deps)

    const where = { kind: 'unmatchedBalance', subjectId: dispute.id } as const
    const incident = await shop.deps.db.incident.findFirstOrThrow({ where })
    for (const amount of ['−£60.00', '£60.00']) {
      expect(incident.detail).toContain(`Dispute ${dispute.id} of ${amount} belongs to no order.`)
    }
    const { id: adminId } = await makeAdmin(shop.deps)
    await closeIncident(shop.deps, { id: incident.id, adminId })
    await reportProblems(shop.deps)
    expect(await shop.deps.db.incident.count({ where: { ...where, closedAt: null } })).toBe(0)
  })
})
