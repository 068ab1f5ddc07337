import { useState } from 'react'
import { toastFailure } from '#client/features/admin/parts/failure-text.ts'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { ConfirmDialog } from '#client/ui/dialog.tsx'
import { catalogMessages } from '#shared/messages/catalog.ts'
import type { AdminCatalogVideo, UploadOutput } from '#shared/schemas/catalog-editing.ts'
import { minutesOf } from './catalog-rows.ts'

type PublishDialogProps = {
  upload: UploadOutput
  name: string
  video: AdminCatalogVideo | null
  isReplacing: boolean
  onClose: () => void
}

/** Asks before a file takes the place of another, and whether the page shows the video's own length. */
export function PublishDialog({ upload, name, video, isReplacing, onClose }: PublishDialogProps) {
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
      await publish.mutateAsync({ id: upload.id, takeDuration: isLengthOpen && takeDuration })
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
      loading={publish.isPending}
      onConfirm={() => void confirm()}
    >
      <div className="stack">
        <p>
          <b className="long-name">{upload.fileName}</b>{' '}
          {isReplacing ? 'takes the place of the file' : 'is shown'}{' '}
          {video ? `of ${video.title}` : 'by the shop'} from now on, for everybody.
        </p>
        {upload.slot === 'film' && isReplacing && <p>{catalogMessages.wordsStay}</p>}
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
