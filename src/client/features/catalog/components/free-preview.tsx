import { useEffect, useRef, useState } from 'react'
import { useBackCloses } from '#client/lib/use-back-closes.ts'
import { usePageData } from '#client/site/page-data-context.tsx'
import { Button } from '#client/ui/button.tsx'
import { Drawer } from '#client/ui/drawer.tsx'
import type { CategorySlug } from '#shared/catalog/catalog.ts'
import type { Preview } from '#shared/schemas/catalog.ts'
import { PreviewOffer, usePreview } from './preview-offer.tsx'

const EARLY_ID = 'preview'

/** What a button that plays the preview of its page carries, for a press before React is there (early-press.ts). */
export const earlyPreview = { 'data-opens': EARLY_ID, 'aria-haspopup': 'dialog' } as const

/** The free piece of a video, where there is one. */
export function usePiece(category: CategorySlug): Preview | undefined {
  return usePageData().snippets.find(({ categorySlug }) => categorySlug === category)
}

export function FreePreview({ category }: { category: CategorySlug }) {
  const open = usePreview()
  const piece = usePiece(category)
  if (!piece) return null
  return (
    <Button {...earlyPreview} onClick={() => open(piece)}>
      Watch a piece, free
    </Button>
  )
}

/**
 * Lies in a rendered page, closed: pressed before React is there it plays by the browser's own controls, and goes on when
 * React has come. What cannot be played so is given to the player, which says why and tries again.
 */
export function EarlyPreview({ preview }: { preview: Preview }) {
  const [isOpen, setOpen] = useState(false)
  const video = useRef<HTMLVideoElement>(null)
  const open = usePreview()
  const { title, src, posterUrl, captionsUrl } = preview
  const close = () => setOpen(false)
  useBackCloses(isOpen, close)

  function giveToPlayer() {
    close()
    open(preview)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: what failed before React heard of it is asked for once
  useEffect(() => {
    if (isOpen && video.current?.error) giveToPlayer()
  }, [isOpen])

  return (
    <Drawer id={EARLY_ID} wide open={isOpen} onOpenChange={setOpen} title={title}>
      {/* biome-ignore lint/a11y/useMediaCaption: they are there where the owner has given them */}
      <video
        ref={video}
        src={src}
        preload="none"
        width={1280}
        height={720}
        playsInline
        controls
        controlsList="nodownload"
        disablePictureInPicture
        disableRemotePlayback
        onError={giveToPlayer}
        onContextMenu={(event) => event.preventDefault()}
        data-poster={posterUrl}
      >
        {captionsUrl && <track kind="captions" src={captionsUrl} srcLang="en-GB" label="English" />}
      </video>
      <div className="drawer-pad">
        <PreviewOffer preview={preview} onDone={close} />
      </div>
    </Drawer>
  )
}
