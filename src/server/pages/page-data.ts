import { access } from 'node:fs/promises'
import type { PageData, PageDetails } from '#client/site/page-data.ts'
import type { Deps } from '#server/deps.ts'
import {
  type ChapterDeps,
  getChapters,
  getPageCatalog,
  listSampleVideos,
} from '#server/features/catalog/page-catalog.ts'
import { loadCatalogDates, publicFileUrl } from '#server/features/catalog/queries.ts'
import { INSTRUCTOR_PICTURE } from '#server/http/instructor-picture.ts'
import { vatRateAt } from '#shared/money/vat-rates.ts'

/** What a rendered page is made of, and takes to the browser with it. */
export async function loadPageData(
  deps: ChapterDeps & Pick<Deps, 'config' | 'clock'>,
  stripe: { publishableKey: string },
): Promise<PageData> {
  const { config } = deps
  const { name, address, email, companyNumber, vatNumber } = config.seller
  const now = deps.clock.now()
  return {
    ...(await getPageCatalog(deps.db)),
    chapters: await getChapters(deps),
    sampleVideoIds: config.parts.media === 'samples' ? await listSampleVideos(deps.db) : [],
    vatRate: vatRateAt(config.vatRates, now),
    payoutVatRate: vatRateAt(config.payoutVatRates, now),
    instructor: await describeInstructor(config),
    seller: { name, address, email, companyNumber, vatNumber },
    payments: { kind: config.parts.payments, publishableKey: stripe.publishableKey },
    maxStreams: config.maxStreams,
    analyticsScriptUrl: config.analyticsScriptUrl,
    publicUrl: config.publicUrl,
  }
}

async function describeInstructor({ instructor }: Deps['config']): Promise<PageData['instructor']> {
  if (instructor === null) return null
  const { name, licence, pictureFile } = instructor
  const hasPicture =
    pictureFile !== null &&
    (await access(pictureFile).then(
      () => true,
      () => false,
    ))
  return { name, licence, pictureUrl: hasPicture ? INSTRUCTOR_PICTURE : null }
}

/** Data for search engines. */
export async function loadPageDetails({ db }: Pick<Deps, 'db'>): Promise<PageDetails> {
  const { videos, previews } = await loadCatalogDates(db)
  return {
    changedAt: Object.fromEntries(videos.map(({ slug, updatedAt }) => [slug, updatedAt.toISOString()])),
    previews: Object.fromEntries(
      previews.map(({ key, createdAt, durationSeconds }) => [
        publicFileUrl(key),
        { publishedAt: createdAt.toISOString(), durationSeconds },
      ]),
    ),
  }
}
