import { useState } from 'react'
import { useBackCloses } from '#client/lib/use-back-closes.ts'
import { usePageData } from '#client/site/page-data-context.tsx'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import type { CategorySlug } from '#shared/catalog/catalog.ts'
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

/** Plays the free piece of a video, where there is one. */
export function FreePreview({ category }: { category: CategorySlug }) {
  const { snippets } = usePageData()
  const [isOpen, setOpen] = useState(false)
  const piece = snippets.find(({ categorySlug }) => categorySlug === category)
  if (!piece) return null
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Watch a piece, free
      </Button>
      {isOpen && <PreviewDialog preview={piece} onClose={() => setOpen(false)} />}
    </>
  )
}
