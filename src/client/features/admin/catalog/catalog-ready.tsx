import { useState } from 'react'
import { toastFailure } from '#client/features/admin/parts/failure.tsx'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Note } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/choice.tsx'
import { ConfirmDialog } from '#client/ui/dialog.tsx'
import { Row } from '#client/ui/layout.tsx'
import { Status } from '#client/ui/status.tsx'
import { formatBytes, MEDIA_SLOTS } from '#shared/catalog/media-slots.ts'
import { catalogMessages } from '#shared/messages/catalog.ts'
import type { AdminCatalogVideo, UploadOutput } from '#shared/schemas/catalog-editing.ts'
import { formatLength, lengthWarning, minutesOf } from './catalog-rows.ts'
import { DiscardUpload } from './catalog-upload-progress.tsx'
import { type StoryboardMaking, useStoryboard } from './use-storyboard.ts'

type CatalogReadyProps = {
  upload: UploadOutput
  name: string
  video: AdminCatalogVideo | null
  isReplacing: boolean
}

export function CatalogReady({ upload, name, video, isReplacing }: CatalogReadyProps) {
  const [isConfirming, setConfirming] = useState(false)
  const storyboard = useStoryboard(upload, isConfirming)
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
  const isWhole = upload.slot === 'film' && video !== null
  const length = isWhole ? lengthWarning(upload.durationSeconds, video.durationMinutes) : null
  const remarks = [...upload.remarks, ...(length ? [length] : [])]
  return (
    <div className="catalog-upload stack">
      <Status kind="pending" wrap>
        {upload.fileName}: checked, not published yet
      </Status>
      <p className="small">{describe(upload)}</p>
      {remarks.length > 0 && <Note tone="caution">{remarks.join(' ')}</Note>}
      <Preview upload={upload} name={name} />
      <Row>
        <Button variant="go" size="sm" aria-label={`Publish ${name}`} onClick={() => setConfirming(true)}>
          Publish…
        </Button>
        <DiscardUpload id={upload.id} name={name} />
      </Row>
      {isConfirming && (
        <PublishDialog
          upload={upload}
          name={name}
          video={video}
          isReplacing={isReplacing}
          storyboard={storyboard}
          onClose={() => setConfirming(false)}
        />
      )}
    </div>
  )
}

function describe({ durationSeconds, width, height, bytes }: UploadOutput): string {
  const length = durationSeconds === null ? [] : [`runs ${formatLength(durationSeconds)}`]
  const size = width === null || height === null ? [] : [`${width} by ${height} pixels`]
  const text = [...length, ...size, formatBytes(bytes)].join(', ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
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

type PublishDialogProps = {
  upload: UploadOutput
  name: string
  video: AdminCatalogVideo | null
  isReplacing: boolean
  storyboard: StoryboardMaking
  onClose: () => void
}

/** Asks before a file takes the place of another, and whether the page shows the video's own length. */
function PublishDialog({ upload, name, video, isReplacing, storyboard, onClose }: PublishDialogProps) {
  const minutes = upload.durationSeconds === null ? null : minutesOf(upload.durationSeconds)
  const isLengthOpen = upload.slot === 'film' && video !== null && minutes !== video.durationMinutes
  const [takeDuration, setTakeDuration] = useState(isLengthOpen)
  const utils = trpc.useUtils()
  const publish = trpc.admin.catalog.publishUpload.useMutation({
    onSuccess: () =>
      Promise.all([
        utils.admin.catalog.read.invalidate(),
        utils.admin.catalog.uploads.invalidate(),
        utils.catalog.page.invalidate(),
      ]),
  })

  async function confirm() {
    try {
      await publish.mutateAsync({
        id: upload.id,
        takeDuration: isLengthOpen && takeDuration,
        storyboard: storyboard.base64,
      })
      toast({ title: catalogMessages.published, description: upload.fileName, tone: 'good' })
    } catch (error) {
      toastFailure(catalogMessages.publishFailed, error)
    }
    onClose()
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={isReplacing ? `Replace ${name.toLowerCase()}?` : `Publish ${name.toLowerCase()}?`}
      confirmText={isReplacing ? 'Replace' : 'Publish'}
      loading={publish.isPending || storyboard.status === 'making'}
      onConfirm={() => void confirm()}
    >
      <div className="stack">
        <p>
          <b className="long-name">{upload.fileName}</b>{' '}
          {isReplacing ? 'takes the place of the file' : 'is shown'}{' '}
          {video ? `of ${video.title}` : 'by the shop'} from now on, for everybody.
        </p>
        {upload.slot === 'film' && isReplacing && <p>{catalogMessages.wordsStay}</p>}
        {storyboard.status === 'making' && (
          <p role="status">{catalogMessages.storyboard(storyboard.done, storyboard.pictures)}</p>
        )}
        {storyboard.status === 'failed' && <Note tone="caution">{catalogMessages.noStoryboard}</Note>}
        {isLengthOpen && (
          <Checkbox
            label={`Show ${minutes} min in the catalogue`}
            hint={`It says ${video.durationMinutes} min now.`}
            checked={takeDuration}
            onChange={({ target }) => setTakeDuration(target.checked)}
          />
        )}
      </div>
    </ConfirmDialog>
  )
}
