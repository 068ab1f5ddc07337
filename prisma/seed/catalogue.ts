import type { Deps } from '#server/deps.ts'
import { publicFileUrl } from '#server/features/catalog/queries.ts'
import { CATALOGUE, CATALOGUE_TERMS } from '#shared/catalog/catalog.ts'

/** Puts the seven films and the owner's terms into an empty shop; one that has films is left as it is. */
export async function seedCatalogue({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const updatedAt = clock.now()
  await db.video.createMany({
    data: CATALOGUE.map((film, index) => ({
      id: film.id,
      slug: film.category,
      title: film.title,
      description: film.description,
      category: film.category,
      durationMinutes: film.durationMinutes,
      pricePence: film.pricePence,
      imageUrl: publicFileUrl(`${film.category}.jpg`),
      position: index + 1,
      updatedAt,
    })),
    skipDuplicates: true,
  })
  const { collectionDiscountPence, singleMonths, bundleMonths } = CATALOGUE_TERMS
  await db.catalogTerms.createMany({
    data: { id: 1, collectionDiscountPence, singleMonths, bundleMonths, updatedAt },
    skipDuplicates: true,
  })
}
