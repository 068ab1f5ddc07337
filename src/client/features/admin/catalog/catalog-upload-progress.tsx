import { type ChangeEvent, type ReactNode, useRef, useState } from 'react'
import { toastFailure } from '#client/features/admin/parts/failure.tsx'
import {
  forgetUpload,
  pauseUpload,
  resumeUpload,
  type UploadPlace,
  type UploadTask,
} from '#client/features/admin/uploads/upload-store.ts'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Note } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { Row } from '#client/ui/layout.tsx'
import { LabelledScaleBar } from '#client/ui/scale-bar.tsx'
import { Spinner } from '#client/ui/spinner.tsx'
import { Status } from '#client/ui/status.tsx'
import { ACCEPTED_FILES, formatBytes, MEDIA_SLOTS, type MediaSlot } from '#shared/catalog/media-slots.ts'
import { catalogMessages } from '#shared/messages/catalog.ts'
import type { UploadOutput } from '#shared/schemas/catalog-editing.ts'
import type { Uploads } from './use-uploads.ts'

type CatalogSendingProps = {
  place: UploadPlace
  name: string
  /** Null after the page was loaded again: the file has to be chosen again. */
  task: UploadTask | null
  upload: UploadOutput | null
  uploads: Uploads
}

export function CatalogSending({ place, name, task, upload, uploads }: CatalogSendingProps) {
  const fileName = task?.fileName ?? upload?.fileName ?? ''
  const bytes = task?.bytes ?? upload?.bytes ?? 1
  const sent = task ? task.sent : (upload?.received ?? 0)
  const id = task?.id ?? upload?.id ?? null
  const percent = Math.floor((sent / bytes) * 100)
  return (
    <div className="catalog-upload stack">
      <LabelledScaleBar
        value={percent}
        label={`Upload of ${name}`}
        start={<span className="long-name">{fileName}</span>}
        end={`${formatBytes(sent)} of ${formatBytes(bytes)}`}
      />
      {task?.status === 'arrived' && (
        <Row role="status">
          <Spinner />
          {catalogMessages.checking}
        </Row>
      )}
      {task?.status === 'sending' && <Status kind="pending">{percent}% sent</Status>}
      {task?.status === 'paused' && <Status kind="not-started">Paused at {percent}%</Status>}
      {task?.status === 'stopped' && (
        <Note tone="caution" live="status" title={catalogMessages.uploadFailed}>
          {task.reason ?? catalogMessages.connectionLost}
        </Note>
      )}
      <Row>
        {task?.status === 'sending' && (
          <Button size="sm" aria-label={`Pause ${name}`} onClick={() => pauseUpload(place)}>
            Pause
          </Button>
        )}
        {(task?.status === 'paused' || task?.status === 'stopped') && (
          <Button size="sm" aria-label={`Go on with ${name}`} onClick={() => resumeUpload(place)}>
            Go on
          </Button>
        )}
        {task === null && upload && <GoOn upload={upload} place={place} name={name} uploads={uploads} />}
        {task?.status !== 'arrived' && (
          <DiscardUpload id={id} name={name} onDiscard={() => forgetUpload(place)} />
        )}
      </Row>
    </div>
  )
}

type GoOnProps = { upload: UploadOutput; place: UploadPlace; name: string; uploads: Uploads }

/** After a reload the browser no longer has the file: the same one goes on where it stopped. */
function GoOn({ upload, place, name, uploads }: GoOnProps) {
  const [isOther, setIsOther] = useState(false)
  const utils = trpc.useUtils()
  const isWhole = upload.received === upload.bytes

  function goOn(file: File) {
    const isSame = file.name === upload.fileName && file.size === upload.bytes
    setIsOther(!isSame)
    if (isSame) uploads.send(place, file, upload.id)
  }

  if (isWhole) {
    return (
      <Button
        size="sm"
        aria-label={`Check ${name}`}
        onClick={() =>
          void uploads.check(place, upload.id).then(() => utils.admin.catalog.uploads.invalidate())
        }
      >
        Check it
      </Button>
    )
  }
  return (
    <>
      <p className="catalog-upload-state">
        {isOther ? catalogMessages.anotherFile(upload.fileName) : catalogMessages.chooseAgain}
      </p>
      <ChooseFile slot={place.slot} label={`Choose ${upload.fileName} again, for ${name}`} onChoose={goOn}>
        Choose the file…
      </ChooseFile>
    </>
  )
}

type DiscardUploadProps = {
  /** Null where the server knows nothing of it yet. */
  id: string | null
  name: string
  onDiscard?: () => void
  children?: string
}

export function DiscardUpload({ id, name, onDiscard, children = 'Discard' }: DiscardUploadProps) {
  const utils = trpc.useUtils()
  const discard = trpc.admin.catalog.discardUpload.useMutation()

  async function drop() {
    onDiscard?.()
    if (id === null) return
    try {
      await discard.mutateAsync({ id })
      toast({ title: catalogMessages.discarded, description: name })
    } catch (error) {
      toastFailure(catalogMessages.discardFailed, error)
    }
    await utils.admin.catalog.uploads.invalidate()
  }

  return (
    <Button
      size="sm"
      variant="quiet"
      loading={discard.isPending}
      aria-label={`${children} the upload of ${name}`}
      onClick={() => void drop()}
    >
      {children}
    </Button>
  )
}

type ChooseFileProps = {
  slot: MediaSlot
  /** What it is for, to those who listen. */
  label: string
  onChoose: (file: File) => void
  children: ReactNode
}

export function ChooseFile({ slot, label, onChoose, children }: ChooseFileProps) {
  const input = useRef<HTMLInputElement>(null)

  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    // The same file may be chosen again.
    target.value = ''
    if (file) onChoose(file)
  }

  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={ACCEPTED_FILES[MEDIA_SLOTS[slot].form]}
        aria-label={label}
        onChange={choose}
      />
      <Button size="sm" aria-label={label} onClick={() => input.current?.click()}>
        {children}
      </Button>
    </>
  )
}
