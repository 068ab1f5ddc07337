import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadCatalog } from '#server/features/catalog/queries.ts'
import { updateTerms } from '#server/features/catalog/update-catalog.ts'
import { catalogMessages } from '#shared/messages/catalog.ts'
import { pence } from '#shared/money/money.ts'
import { createTestShop, makeBuyer, type TestShop } from '#tests/support/shop.ts'
import { auditOf } from './arrivals.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

async function form() {
  const { collectionDiscountPence, singleMonths, bundleMonths, updatedAt } =
    await shop.deps.db.catalogTerms.findUniqueOrThrow({ where: { id: 1 } })
  const collectionDiscount = pence(collectionDiscountPence)
  return {
    collectionDiscount,
    singleMonths,
    bundleMonths,
    updatedAt: updatedAt.toISOString(),
    adminId: 'ann',
  }
}

describe('the terms', () => {
  it('apply to new purchases; entitlements keep their end', async () => {
    const early = await makeBuyer(shop, [1])
    await updateTerms(shop.deps, { ...(await form()), singleMonths: 6, collectionDiscount: pence(5_000) })
    const late = await makeBuyer(shop, [1])
    const endOf = async (studentId: string) =>
      (await shop.deps.db.entitlement.findFirstOrThrow({ where: { studentId } })).expiresAt.toISOString()
    expect((await endOf(early.id)).slice(0, 10)).toBe('2027-02-21')
    expect((await endOf(late.id)).slice(0, 10)).toBe('2027-05-21')
    expect((await loadCatalog(shop.deps.db)).terms).toMatchObject({
      collectionDiscountPence: 5_000,
      singleMonths: 6,
    })
    expect(await auditOf(shop.deps, 'terms.updated')).toMatchObject([
      {
        actorId: 'ann',
        details: {
          singleMonthsBefore: 3,
          singleMonthsAfter: 6,
          collectionDiscountPenceBefore: 4_000,
          collectionDiscountPenceAfter: 5_000,
        },
      },
    ])
  })

  it('that another admin changed meanwhile are not overwritten', async () => {
    const stale = await form()
    shop.deps.clock.advance(1_000)
    await updateTerms(shop.deps, { ...stale, bundleMonths: 18 })
    await expect(updateTerms(shop.deps, { ...stale, bundleMonths: 24 })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
  })

  it('never save more than all videos cost', async () => {
    const given = await form()
    await expect(
      updateTerms(shop.deps, { ...given, collectionDiscount: pence(38_001) }),
    ).rejects.toMatchObject({
      data: { message: catalogMessages.discountTooLarge(pence(38_000)), field: 'collectionDiscount' },
    })
    await updateTerms(shop.deps, { ...given, collectionDiscount: pence(38_000) })
  })
})
