import { useState } from 'react'
import { Note } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { Row } from '#client/ui/layout.tsx'
import { Status } from '#client/ui/status.tsx'
import { formatBytes, MEDIA_SLOTS } from '#shared/catalog/media-slots.ts'
import { catalogMessages } from '#shared/messages/catalog.ts'
import type { AdminCatalogVideo, UploadOutput } from '#shared/schemas/catalog-editing.ts'
import { DiscardUpload } from './catalog-discard.tsx'
import { PublishDialog } from './catalog-publish.tsx'
import { formatLength } from './catalog-rows.ts'

type CatalogReadyProps = {
  upload: UploadOutput
  name: string
  video: AdminCatalogVideo | null
  isReplacing: boolean
}

/** A file that was checked: why it cannot be used, or a look at it before it is published. */
export function CatalogReady({ upload, name, video, isReplacing }: CatalogReadyProps) {
  const [isAsking, setIsAsking] = useState(false)
  if (upload.refusal !== null) {
    return (
      <Note
        tone="bad"
        className="catalog-refusal"
        title={`${upload.fileName} cannot be used`}
        actions={
          <DiscardUpload id={upload.id} name={name}>
            Dismiss
          </DiscardUpload>
        }
      >
        {upload.refusal}
      </Note>
    )
  }
  return (
    <div className="catalog-upload stack">
      <Status kind="pending" wrap>
        {upload.fileName}: checked, not published yet
      </Status>
      <p className="small">{describe(upload)}</p>
      {upload.remarks.length > 0 && <Note tone="caution">{upload.remarks.join(' ')}</Note>}
      <Preview upload={upload} name={name} />
      <Row>
        <Button variant="go" size="sm" aria-label={`Publish ${name}`} onClick={() => setIsAsking(true)}>
          Publish…
        </Button>
        <DiscardUpload id={upload.id} name={name} />
      </Row>
      {isAsking && (
        <PublishDialog
          upload={upload}
          name={name}
          video={video}
          isReplacing={isReplacing}
          onClose={() => setIsAsking(false)}
        />
      )}
    </div>
  )
}

function describe({ durationSeconds, width, height, bytes }: UploadOutput): string {
  const length = durationSeconds === null ? [] : [`runs ${formatLength(durationSeconds)}`]
  const size = width === null || height === null ? [] : [`${width} by ${height} pixels`]
  const words = [...length, ...size, formatBytes(bytes)].join(', ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}

function Preview({ upload: { slot, previewUrl }, name }: { upload: UploadOutput; name: string }) {
  if (previewUrl === null) return null
  const { form } = MEDIA_SLOTS[slot]
  if (form === 'film') {
    return (
      // biome-ignore lint/a11y/useMediaCaption: its captions are a file of their own, published apart
      <video
        className="catalog-preview"
        src={previewUrl}
        controls
        preload="metadata"
        aria-label={`New ${name}`}
      />
    )
  }
  if (form === 'image') return <img className="catalog-preview" src={previewUrl} alt={`New ${name}`} />
  return (
    <a className="link" href={previewUrl} target="_blank" rel="noreferrer">
      {catalogMessages.readIt}
      <span className="visually-hidden">: {name} (new tab)</span>
    </a>
  )
}
