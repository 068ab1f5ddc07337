import { catalogueMessages } from '#shared/messages/catalogue.ts'
import { networkMessages } from '#shared/messages/site.ts'
import { trpc } from '../../lib/trpc.ts'
import { useUnloadGuard } from '../../lib/use-unload-guard.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { AdminFrame } from './admin-frame.tsx'
import { CatalogueFiles } from './components/catalogue-files.tsx'
import { CatalogueTable } from './components/catalogue-table.tsx'
import { CatalogueTerms } from './components/catalogue-terms.tsx'
import { failureText } from './failure-text.ts'
import { useUploads } from './use-uploads.ts'

/** What the shop sells: words, prices, terms and files. */
export function CatalogueScreen() {
  return (
    <AdminFrame title={catalogueMessages.title}>
      <Catalogue />
    </AdminFrame>
  )
}

function Catalogue() {
  const catalogue = trpc.admin.catalogue.read.useQuery()
  const uploads = useUploads()
  useUnloadGuard(uploads.tasks.some(({ status }) => status === 'sending'))
  if (catalogue.data) {
    const { videos, terms, promo } = catalogue.data
    return (
      <div className="mt-8">
        <CatalogueTable videos={videos} terms={terms} uploads={uploads} />
        <CatalogueTerms videos={videos} terms={terms} />
        <section aria-labelledby="promo-heading" className="mt-9">
          <h2 id="promo-heading" className="mb-3">
            Promo film
          </h2>
          <CatalogueFiles owner="shop" video={null} files={promo} uploads={uploads} />
        </section>
      </div>
    )
  }
  if (catalogue.isError) {
    return (
      <Note
        tone="bad"
        className="mt-8"
        actions={<Button onClick={() => void catalogue.refetch()}>Try again</Button>}
      >
        {failureText(catalogue.error, networkMessages.failed)}
      </Note>
    )
  }
  return (
    <Loading label={networkMessages.loading}>
      <div className="stack mt-8">
        <Skeleton height="title" width="narrow" />
        {['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((row) => (
          <Skeleton key={row} height="button" />
        ))}
      </div>
    </Loading>
  )
}
