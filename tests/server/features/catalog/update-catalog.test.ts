import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadCatalog } from '#server/features/catalog/queries.ts'
import { updateTerms, updateVideo } from '#server/features/catalog/update-catalog.ts'
import { catalogMessages } from '#shared/messages/catalog.ts'
import { pence } from '#shared/money/money.ts'
import { createTestShop, makeBuyer, type TestShop } from '#tests/support/shop.ts'
import { auditOf } from './arrivals.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

/** The form as it is opened. */
async function formOf(id: number) {
  const { title, description, durationMinutes, pricePence, updatedAt } =
    await shop.deps.db.video.findUniqueOrThrow({ where: { id } })
  const price = pence(pricePence)
  return {
    id,
    title,
    description,
    durationMinutes,
    price,
    updatedAt: updatedAt.toISOString(),
    adminId: 'ann',
  }
}

describe('a video', () => {
  it('is updated at once, and the audit log has the old values', async () => {
    let raised = 0
    const stop = shop.deps.catalogChanged.listen(async () => void raised++)
    const form = await formOf(1)
    shop.deps.clock.advance(1_000)
    await updateVideo(shop.deps, { ...form, title: 'Air law', price: pence(6_550), durationMinutes: 91 })
    stop()
    const [video] = (await loadCatalog(shop.deps.db)).videos
    expect(video).toMatchObject({
      title: 'Air law',
      pricePence: 6_550,
      durationMinutes: 91,
      category: 'air-law',
    })
    expect(raised).toBe(1)
    expect(await auditOf(shop.deps, 'video.updated')).toEqual([
      {
        actorId: 'ann',
        subjectKind: 'video',
        subjectId: '1',
        details: {
          titleBefore: 'Air Law',
          titleAfter: 'Air law',
          pricePenceBefore: 6_000,
          pricePenceAfter: 6_550,
          durationMinutesBefore: 84,
          durationMinutesAfter: 91,
        },
      },
    ])
  })

  it('saved unchanged writes no audit entry', async () => {
    await updateVideo(shop.deps, await formOf(2))
    const entries = await auditOf(shop.deps, 'video.updated')
    expect(entries.filter(({ subjectId }) => subjectId === '2')).toEqual([])
  })

  it('that another admin changed meanwhile is not overwritten', async () => {
    const form = await formOf(3)
    shop.deps.clock.advance(1_000)
    const answers = await Promise.allSettled([
      updateVideo(shop.deps, { ...form, title: 'Weather' }),
      updateVideo(shop.deps, { ...form, title: 'Met' }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(updateVideo(shop.deps, { ...form, title: 'Clouds' })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
  })

  it('that does not exist is not found', async () => {
    await expect(updateVideo(shop.deps, { ...(await formOf(1)), id: 99 })).rejects.toMatchObject({
      code: 'VIDEO_NOT_FOUND',
    })
  })

  it('may cost nothing', async () => {
    await updateVideo(shop.deps, { ...(await formOf(7)), price: pence(0) })
    expect(await shop.deps.db.video.findUnique({ where: { id: 7 } })).toMatchObject({ pricePence: 0 })
  })
})

describe('the prices of all videos together', () => {
  it('never fall below the collection discount', async () => {
    const discount = 40_000
    await shop.deps.db.catalogTerms.update({ where: { id: 1 }, data: { collectionDiscountPence: discount } })
    await shop.deps.db.video.updateMany({ data: { pricePence: 6_000 } })
    await expect(updateVideo(shop.deps, { ...(await formOf(4)), price: pence(3_999) })).rejects.toMatchObject(
      {
        code: 'BAD_INPUT',
        data: { message: catalogMessages.packageBelowNothing(pence(discount)), field: 'price' },
      },
    )
    await expect(updateVideo(shop.deps, { ...(await formOf(4)), price: pence(4_029) })).rejects.toMatchObject(
      {
        data: { message: catalogMessages.packageTooSmall },
      },
    )
    await updateVideo(shop.deps, { ...(await formOf(4)), price: pence(4_030) })
  })

  it('are checked one change at a time: of two valid changes that conflict one is refused', async () => {
    await shop.deps.db.video.updateMany({ data: { pricePence: 6_000 } })
    await shop.deps.db.catalogTerms.update({ where: { id: 1 }, data: { collectionDiscountPence: 40_000 } })
    const [one, other] = [await formOf(5), await formOf(6)]
    const answers = await Promise.allSettled([
      updateVideo(shop.deps, { ...one, price: pence(4_500) }),
      updateVideo(shop.deps, { ...other, price: pence(4_500) }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })
})

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
  beforeAll(async () => {
    await shop.close()
    shop = await createTestShop()
  })

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
