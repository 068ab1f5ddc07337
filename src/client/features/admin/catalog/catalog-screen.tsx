import { AdminFrame } from '#client/features/admin/admin-frame.tsx'
import { FailedPart } from '#client/features/admin/parts/failed-part.tsx'
import { trpc } from '#client/lib/trpc.ts'
import { useUnloadGuard } from '#client/lib/use-unload-guard.ts'
import { Loading, Skeleton } from '#client/ui/skeleton.tsx'
import { catalogMessages } from '#shared/messages/catalog.ts'
import { networkMessages } from '#shared/messages/site.ts'
import { CatalogFiles } from './catalog-files.tsx'
import { CatalogTable } from './catalog-table.tsx'
import { CatalogTerms } from './catalog-terms.tsx'
import { useUploads } from './use-uploads.ts'

/** What the shop sells: words, prices, terms and files. */
export function CatalogScreen() {
  return (
    <AdminFrame title={catalogMessages.title}>
      <Catalog />
    </AdminFrame>
  )
}

function Catalog() {
  const catalog = trpc.admin.catalog.read.useQuery()
  const uploads = useUploads()
  useUnloadGuard(uploads.tasks.some(({ status }) => status === 'sending'))
  if (catalog.data) {
    const { videos, terms, promo } = catalog.data
    return (
      <div className="catalog-part">
        <CatalogTable videos={videos} terms={terms} uploads={uploads} />
        <CatalogTerms videos={videos} terms={terms} />
        <section aria-labelledby="promo-heading" className="admin-section">
          <h2 id="promo-heading" className="admin-heading">
            Promo film
          </h2>
          <CatalogFiles owner="shop" video={null} files={promo} uploads={uploads} />
        </section>
      </div>
    )
  }
  if (catalog.isError) {
    return <FailedPart query={catalog} className="catalog-part" />
  }
  return (
    <Loading label={networkMessages.loading}>
      <div className="stack catalog-part">
        <Skeleton height="title" width="narrow" />
        {['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((row) => (
          <Skeleton key={row} height="button" />
        ))}
      </div>
    </Loading>
  )
}
