import { useId } from 'react'
import { formatShortDay } from '#client/lib/format.ts'
import { Row, Split } from '#client/ui/layout.tsx'
import { formatBytes, type MediaSlot } from '#shared/catalog/media-slots.ts'
import type { AdminCatalogVideo, CatalogFile } from '#shared/schemas/catalog-editing.ts'
import { CatalogReady } from './catalog-ready.tsx'
import { formatLength, placesOf } from './catalog-rows.ts'
import { CatalogSending, ChooseFile } from './catalog-upload-progress.tsx'
import type { Uploads } from './use-uploads.ts'

type CatalogFilesProps = {
  owner: 'video' | 'shop'
  /** Null for what belongs to the shop. */
  video: AdminCatalogVideo | null
  files: readonly CatalogFile[]
  uploads: Uploads
}

export function CatalogFiles({ owner, video, files, uploads }: CatalogFilesProps) {
  return (
    <ul className="catalog-files">
      {placesOf(owner, files).map(({ slot, name, file }) => (
        <CatalogPlace key={slot} slot={slot} name={name} file={file} video={video} uploads={uploads} />
      ))}
    </ul>
  )
}

type CatalogPlaceProps = {
  slot: MediaSlot
  name: string
  file: CatalogFile | null
  video: AdminCatalogVideo | null
  uploads: Uploads
}

function CatalogPlace({ slot, name, file, video, uploads }: CatalogPlaceProps) {
  const headingId = useId()
  const place = { slot, videoId: video?.id ?? null }
  const { task, upload } = uploads.at(place)
  const isFree = !task && (!upload || upload.status === 'refused')
  const of = video ? ` of ${video.title}` : ''
  return (
    <li aria-labelledby={headingId}>
      <Split className="catalog-file-head">
        <div>
          <h3 id={headingId} className="catalog-file-name">
            {name}
          </h3>
          <p className="quiet small">{describe(file)}</p>
        </div>
        <Row>
          {file?.url && (
            <a className="link" href={file.url} target="_blank" rel="noreferrer">
              Look at it
              <span className="visually-hidden">
                : {name}
                {of} (new tab)
              </span>
            </a>
          )}
          {isFree && (
            <ChooseFile
              slot={slot}
              label={`${file ? 'Replace' : 'Upload'} ${name}${of}`}
              onChoose={(chosen) => uploads.send(place, chosen, null)}
            >
              {file ? 'Replace…' : 'Upload…'}
            </ChooseFile>
          )}
        </Row>
      </Split>
      {(task || upload?.status === 'receiving') && (
        <CatalogSending place={place} name={name} task={task} upload={upload} uploads={uploads} />
      )}
      {!task && upload && upload.status !== 'receiving' && (
        <CatalogReady upload={upload} name={name} video={video} isReplacing={file !== null} />
      )}
    </li>
  )
}

function describe(file: CatalogFile | null): string {
  if (!file) return 'None yet.'
  const length = file.durationSeconds === null ? [] : [formatLength(file.durationSeconds)]
  const origin = file.isUploaded ? `uploaded ${formatShortDay(file.createdAt)}` : 'from the folder of films'
  return [...length, formatBytes(file.bytes), origin].join(', ')
}
