import type { CatalogueFile, CatalogueVideo } from '#shared/schemas/catalog-editing.ts'
import { CataloguePlace } from './catalog-file-row.tsx'
import { placesOf } from './catalog-rows.ts'
import type { Uploads } from './use-uploads.ts'

type CatalogueFilesProps = {
  owner: 'video' | 'shop'
  /** Null for what belongs to the shop. */
  video: CatalogueVideo | null
  files: readonly CatalogueFile[]
  uploads: Uploads
}

/** Every place for a file, with the file that is in it and the one that is on its way there. */
export function CatalogueFiles({ owner, video, files, uploads }: CatalogueFilesProps) {
  return (
    <ul className="catalog-files">
      {placesOf(owner, files).map(({ slot, name, file }) => (
        <CataloguePlace key={slot} slot={slot} name={name} file={file} video={video} uploads={uploads} />
      ))}
    </ul>
  )
}
