import { useState } from 'react'
import { AdminFrame } from '#client/features/admin/admin-frame.tsx'
import { Fetched } from '#client/features/admin/parts/fetched.tsx'
import { formatSum } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useUnloadGuard } from '#client/lib/use-unload-guard.ts'
import { paths } from '#client/site/paths.ts'
import { Button } from '#client/ui/button.tsx'
import { DataTable } from '#client/ui/data-table.tsx'
import { Stack } from '#client/ui/layout.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { Status } from '#client/ui/status.tsx'
import { SubjectName } from '#client/ui/subject-symbol.tsx'
import { findCategory } from '#shared/catalog/catalog.ts'
import type { MediaSlot } from '#shared/catalog/media-slots.ts'
import { catalogMessages } from '#shared/messages/catalog.ts'
import type { AdminCatalogVideo, TermsOutput } from '#shared/schemas/catalog-editing.ts'
import { CatalogDialog } from './catalog-dialog.tsx'
import { CatalogFiles } from './catalog-files.tsx'
import { formatLength, packagePrice } from './catalog-rows.ts'
import { CatalogTerms } from './catalog-terms.tsx'
import { type Uploads, useUploads } from './use-uploads.ts'

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
  return (
    <Fetched
      query={catalog}
      className="catalog-part"
      skeleton={
        <Stack className="catalog-part">
          <Skeleton height="title" width="narrow" />
          {['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((row) => (
            <Skeleton key={row} height="button" />
          ))}
        </Stack>
      }
    >
      {({ videos, terms, promo }) => (
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
      )}
    </Fetched>
  )
}

type CatalogTableProps = {
  videos: readonly AdminCatalogVideo[]
  terms: TermsOutput
  uploads: Uploads
}

function CatalogTable({ videos, terms, uploads }: CatalogTableProps) {
  const [openId, setOpenId] = useState<number | null>(null)
  const opened = videos.find(({ id }) => id === openId)
  const sums = packagePrice(videos, terms)
  return (
    <section aria-labelledby="films-heading">
      <h2 id="films-heading" className="admin-heading">
        Films
      </h2>
      <DataTable
        caption="Films of the catalogue"
        rows={videos}
        rowKey={({ id }) => id}
        columns={[
          {
            heading: 'Film',
            rowHeading: true,
            cell: (video) => <VideoName video={video} />,
            total: `Complete package (singly ${sums.list})`,
          },
          {
            heading: 'Price',
            figure: true,
            cell: ({ price }) => formatSum(price),
            total: sums.total,
          },
          {
            heading: 'Minutes',
            figure: true,
            cell: ({ durationMinutes }) => durationMinutes,
          },
          { heading: 'Film file', cell: (video) => <VideoStatus video={video} /> },
          { heading: 'Other files', cell: (video) => <BesideStatus video={video} /> },
          {
            heading: 'Actions',
            hideHeading: true,
            cell: (video) => <Acts video={video} uploads={uploads} onEdit={() => setOpenId(video.id)} />,
          },
        ]}
      />
      {opened && <CatalogDialog video={opened} uploads={uploads} onClose={() => setOpenId(null)} />}
    </section>
  )
}

function VideoName({ video }: { video: AdminCatalogVideo }) {
  const subject = findCategory(video.categorySlug)?.slug
  return subject ? <SubjectName category={subject}>{video.title}</SubjectName> : video.title
}

function VideoStatus({ video }: { video: AdminCatalogVideo }) {
  const file = video.files.find(({ slot }) => slot === 'film')
  if (!file) return <Status kind="stop">No film</Status>
  return <Status kind="done">{formatLength(file.durationSeconds ?? 0)}</Status>
}

const BESIDE = [
  ['captions', 'captions'],
  ['chapters', 'chapters'],
  ['image', 'image'],
  ['snippet', 'free piece'],
] as const satisfies readonly (readonly [MediaSlot, string])[]

/** Names what is missing: what is there needs no words. */
function BesideStatus({ video }: { video: AdminCatalogVideo }) {
  const missing = BESIDE.filter(([slot]) => !video.files.some((file) => file.slot === slot))
  if (missing.length === 0) return <Status kind="done">All there</Status>
  return (
    <Status kind="not-started" wrap>
      No {missing.map(([, name]) => name).join(', no ')}
    </Status>
  )
}

type ActsProps = { video: AdminCatalogVideo; uploads: Uploads; onEdit: () => void }

function Acts({ video, uploads, onEdit }: ActsProps) {
  const isSending = uploads.tasks.some(({ videoId, status }) => videoId === video.id && status === 'sending')
  const isWaiting = uploads.uploads.data?.some(
    ({ videoId, status }) => videoId === video.id && status === 'ready',
  )
  return (
    <div className="catalog-acts">
      <Button size="sm" aria-label={`Edit ${video.title}`} onClick={onEdit}>
        Edit
      </Button>
      {/* A whole load: this page holds the catalog as it was when it was opened. */}
      <a className="link" href={paths.video(video.slug)} target="_blank" rel="noreferrer">
        Page<span className="visually-hidden"> of {video.title} (new tab)</span>
      </a>
      {isSending && <Status kind="pending">Uploading</Status>}
      {isWaiting && <Status kind="pending">To be published</Status>}
    </div>
  )
}
