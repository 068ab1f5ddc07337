import { type ReactNode, type Ref, useEffect } from 'react'
import { SubjectDrawing } from '#client/art/subject-drawing.tsx'
import { useCart } from '#client/features/cart/use-cart.ts'
import { useIsPackageOwned, useRest } from '#client/features/catalog/package.ts'
import { videosInWords } from '#client/lib/format.ts'
import { type PreviewOffer as Offer, usePlayer } from '#client/lib/use-player.ts'
import { packagePrice } from '#client/site/catalog-sums.ts'
import { usePageData } from '#client/site/page-data-context.tsx'
import { Button } from '#client/ui/button.tsx'
import { videoDetailMessages } from '#shared/messages/cart.ts'
import type { PageVideo, Preview } from '#shared/schemas/catalog.ts'
import { PackageButton } from './package-button.tsx'
import { Price } from './price.tsx'
import { VideoAction } from './video-details.tsx'

/** Opens a preview in the player, with the way to what it is a piece of. */
export function usePreview(): (preview: Preview) => void {
  const player = usePlayer()
  return (preview) => {
    const offer: Offer = (close, again) => {
      const shown = <PreviewOffer preview={preview} onDone={close} />
      return again ? (
        <PreviewEnd preview={preview} onAgain={again}>
          {shown}
        </PreviewEnd>
      ) : (
        shown
      )
    }
    player.preview(preview, offer)
  }
}

type PreviewEndProps = { preview: Preview; onAgain: () => void; children: ReactNode; ref?: Ref<HTMLElement> }

/** A preview is over: on the drawing of its video, the way to the whole of it. */
export function PreviewEnd({ preview, onAgain, children, ref }: PreviewEndProps) {
  const { categorySlug, title } = preview
  // The browser's own full screen would hide it.
  useEffect(() => {
    if (document.fullscreenElement instanceof HTMLVideoElement) void document.exitFullscreen()
  }, [])
  return (
    <section ref={ref} tabIndex={-1} className="preview-end" aria-label="After the preview" data-theme="dark">
      {categorySlug && <SubjectDrawing category={categorySlug} />}
      <div className="preview-end-card">
        <b>{title}</b>
        {children}
        <Button size="sm" onClick={onAgain}>
          Watch again
        </Button>
      </div>
    </section>
  )
}

type PreviewOfferProps = { preview: Preview; onDone: () => void }

export function PreviewOffer({ preview, onDone }: PreviewOfferProps) {
  const { videos } = usePageData()
  const video = videos.find(({ categorySlug }) => categorySlug === preview.categorySlug)
  return video ? <VideoOffer video={video} onDone={onDone} /> : <PackageOffer onDone={onDone} />
}

function VideoOffer({ video, onDone }: { video: PageVideo; onDone: () => void }) {
  const isOwned = useCart().stateOf(video.id) === 'owned'
  return (
    <div className="preview-offer">
      {!isOwned && <p>{`The whole film: ${videoDetailMessages.minutes(video.duration)}`}</p>}
      <VideoAction video={video} onDone={onDone} />
    </div>
  )
}

function PackageOffer({ onDone }: { onDone: () => void }) {
  const { videos, terms } = usePageData()
  const isOwned = useIsPackageOwned()
  const rest = useRest()
  const offered = rest?.videos ?? videos
  return (
    <div className="preview-offer">
      {!isOwned && (
        <p>
          <b>
            <Price videos={offered} fullPence={rest?.pricePence ?? packagePrice(videos, terms)} />
          </b>
          {` for ${rest ? 'the remaining' : 'all'} ${videosInWords(offered.length)}`}
        </p>
      )}
      <PackageButton onDone={onDone} />
    </div>
  )
}
