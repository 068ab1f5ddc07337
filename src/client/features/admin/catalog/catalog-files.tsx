import type { AdminCatalogVideo, CatalogFile } from '#shared/schemas/catalog-editing.ts'
import { CatalogPlace } from './catalog-file-row.tsx'
import { placesOf } from './catalog-rows.ts'
import type { Uploads } from './use-uploads.ts'

type CatalogFilesProps = {
  owner: 'video' | 'shop'
  /** Null for what belongs to the shop. */
  video: AdminCatalogVideo | null
  files: readonly CatalogFile[]
  uploads: Uploads
}

/** Every place for a file, with the file that is in it and the one that is on its way there. */
export function CatalogFiles({ owner, video, files, uploads }: CatalogFilesProps) {
  return (
    <ul className="catalog-files">
      {placesOf(owner, files).map(({ slot, name, file }) => (
        <CatalogPlace key={slot} slot={slot} name={name} file={file} video={video} uploads={uploads} />
      ))}
    </ul>
  )
}
