import type { Deps } from '#server/deps.ts'
import { publicFileUrl } from '#server/features/catalog/queries.ts'
import { CATALOG, CATALOG_TERMS } from './new-catalog.ts'

/** Puts the seven videos and the owner's terms into an empty shop; one that has videos is left as it is. */
export async function seedCatalog({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const updatedAt = clock.now()
  await db.video.createMany({
    data: CATALOG.map((video, index) => ({
      id: video.id,
      slug: video.category,
      title: video.title,
      description: video.description,
      category: video.category,
      durationMinutes: video.durationMinutes,
      pricePence: video.pricePence,
      imageUrl: publicFileUrl(`${video.category}.jpg`),
      position: index + 1,
      updatedAt,
    })),
    skipDuplicates: true,
  })
  const { collectionDiscountPence, singleMonths, bundleMonths } = CATALOG_TERMS
  await db.catalogTerms.createMany({
    data: { id: 1, collectionDiscountPence, singleMonths, bundleMonths, updatedAt },
    skipDuplicates: true,
  })
}
