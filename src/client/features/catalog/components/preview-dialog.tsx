import { useBackCloses } from '#client/lib/use-back-closes.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import type { Preview } from '#shared/schemas/catalog.ts'

/** A free piece of video, in the browser's own player. */
export function PreviewDialog({ preview, onClose }: { preview: Preview; onClose: () => void }) {
  useBackCloses(true, onClose)
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={preview.title}
      width="wide"
    >
      <video
        className="preview-video"
        src={preview.src}
        controls
        autoPlay
        playsInline
        {...(preview.posterUrl !== null && { poster: preview.posterUrl })}
      >
        {preview.captionsUrl !== null && (
          <track kind="captions" src={preview.captionsUrl} srcLang="en-GB" label="English" default />
        )}
      </video>
    </Dialog>
  )
}
