import type { PageData, PageDetails } from '#client/site/page-data.ts'
import type { Deps } from '#server/deps.ts'
import { getPageCatalog } from '#server/features/catalog/page-catalog.ts'
import { loadCatalogDates, publicFileUrl } from '#server/features/catalog/queries.ts'
import { vatRateAt } from '#shared/money/vat-rates.ts'

/** What a rendered page is made of, and takes to the browser with it. */
export async function loadPageData(
  { db, config, clock }: Pick<Deps, 'db' | 'config' | 'clock'>,
  stripe: { publishableKey: string },
): Promise<PageData> {
  const { name, address, email, companyNumber, vatNumber } = config.seller
  const now = clock.now()
  return {
    ...(await getPageCatalog(db)),
    vatRate: vatRateAt(config.vatRates, now),
    payoutVatRate: vatRateAt(config.payoutVatRates, now),
    seller: { name, address, email, companyNumber, vatNumber },
    payments: { kind: config.parts.payments, publishableKey: stripe.publishableKey },
    maxStreams: config.maxStreams,
    analyticsScriptUrl: config.analyticsScriptUrl,
    publicUrl: config.publicUrl,
  }
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
