import { useEffect, useRef, useState } from 'react'
import { SubjectDrawing } from '#client/art/subject-drawing.tsx'
import { useBackCloses } from '#client/lib/use-back-closes.ts'
import { type Begun, usePlayer } from '#client/lib/use-player.ts'
import { usePageData } from '#client/site/page-data-context.tsx'
import { Drawer } from '#client/ui/drawer.tsx'
import { PlayMark } from '#client/ui/marks.tsx'
import type { CategorySlug } from '#shared/catalog/catalog.ts'
import { playerMessages } from '#shared/messages/player.ts'
import type { Preview } from '#shared/schemas/catalog.ts'
import { PreviewEnd, PreviewOffer, usePreview } from './preview-offer.tsx'

const EARLY_ID = 'preview'

/** What a button that plays the preview of its page carries, for a press before React is there (early-press.ts). */
export const earlyPreview = { 'data-opens': EARLY_ID, 'aria-haspopup': 'dialog' } as const

/** The free preview of a video, where there is one. */
export function usePreviewOf(category: CategorySlug): Preview | undefined {
  return usePageData().snippets.find(({ categorySlug }) => categorySlug === category)
}

type VideoPictureProps = {
  category: CategorySlug
  isOwned: boolean
  /** The marks of the drawing lie in the page already. */
  shared?: boolean
}

/** The drawing of a video; where there is a free preview, it is what plays it. */
export function VideoPicture({ category, isOwned, shared = false }: VideoPictureProps) {
  const open = usePreview()
  const preview = usePreviewOf(category)
  const drawing = <SubjectDrawing category={category} fit="meet" shared={shared} />
  if (!preview || isOwned) return <div className="dialog-picture">{drawing}</div>
  return (
    <button type="button" className="dialog-picture" {...earlyPreview} onClick={() => open(preview)}>
      {drawing}
      <span className="picture-play">
        <PlayMark />
        Watch a piece, free
      </span>
    </button>
  )
}

/**
 * Lies in a rendered page, closed: pressed before React is there it plays by the browser's own controls, until the player
 * has come and goes on from there. What cannot be played so is given to the player at once, which says why and tries again.
 */
export function EarlyPreview({ preview }: { preview: Preview }) {
  const [isOpen, setOpen] = useState(false)
  const video = useRef<HTMLVideoElement>(null)
  const open = usePreview()
  const { ready } = usePlayer()
  const [isOver, setOver] = useState(false)
  const { title, src, posterUrl, captionsUrl } = preview
  const close = () => setOpen(false)
  const offer = <PreviewOffer preview={preview} onDone={close} />
  useBackCloses(isOpen, close)

  function giveToPlayer(begun?: Begun) {
    close()
    open(preview, begun)
  }

  function playAgain() {
    video.current?.focus()
    void video.current?.play()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: what failed or ended before React heard of it is asked for once
  useEffect(() => {
    const early = video.current
    if (!isOpen || !early) return
    if (early.error) return giveToPlayer()
    setOver(early.ended)
    let isLeft = false
    const handOver = () => {
      if (isLeft || early.ended || document.fullscreenElement) return
      giveToPlayer({ atSeconds: early.currentTime, isPaused: early.paused })
    }
    // Where the player does not come it goes on as it is.
    ready().then(handOver, () => undefined)
    return () => {
      isLeft = true
    }
  }, [isOpen])

  return (
    <Drawer id={EARLY_ID} wide open={isOpen} onOpenChange={setOpen} title={playerMessages.freePiece(title)}>
      <div className="drawer-screen">
        {/* biome-ignore lint/a11y/useMediaCaption: they are there where the owner has given them */}
        <video
          ref={video}
          src={src}
          preload="none"
          width={1280}
          height={720}
          playsInline
          controls
          tabIndex={0}
          controlsList="nodownload"
          disablePictureInPicture
          disableRemotePlayback
          onError={() => giveToPlayer()}
          onPlay={() => setOver(false)}
          onEnded={() => setOver(true)}
          onContextMenu={(event) => event.preventDefault()}
          data-poster={posterUrl}
        >
          {captionsUrl && <track kind="captions" src={captionsUrl} srcLang="en-GB" label="English" />}
        </video>
      </div>
      <div className="drawer-pad">
        {isOver ? <PreviewEnd onAgain={playAgain}>{offer}</PreviewEnd> : offer}
      </div>
    </Drawer>
  )
}
