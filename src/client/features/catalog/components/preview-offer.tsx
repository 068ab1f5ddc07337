import { type ReactNode, useEffect } from 'react'
import { useCart } from '#client/features/cart/use-cart.ts'
import { useIsPackageOwned, useRest } from '#client/features/catalog/package.ts'
import { videosInWords } from '#client/lib/format.ts'
import { type Begun, type PreviewOffer as Offer, usePlayer } from '#client/lib/use-player.ts'
import { packagePrice } from '#client/site/catalog-sums.ts'
import { usePageData } from '#client/site/page-data-context.tsx'
import { Button } from '#client/ui/button.tsx'
import { videoDetailMessages } from '#shared/messages/cart.ts'
import type { PageVideo, Preview } from '#shared/schemas/catalog.ts'
import { PackageButton } from './package-button.tsx'
import { Price } from './price.tsx'
import { VideoAction } from './video-details.tsx'

/** Opens a preview in the player, with the way to what it is a piece of. */
export function usePreview(): (preview: Preview, begun?: Begun) => void {
  const player = usePlayer()
  return (preview, begun) => {
    const offer: Offer = (close, again) => {
      const shown = <PreviewOffer preview={preview} onDone={close} />
      return again ? <PreviewEnd onAgain={again}>{shown}</PreviewEnd> : shown
    }
    player.preview(preview, offer, begun)
  }
}

/** A preview is over: below its picture, the way to the whole of it, or through it again. */
export function PreviewEnd({ onAgain, children }: { onAgain: () => void; children: ReactNode }) {
  // Full screen would hide it.
  useEffect(() => {
    if (document.fullscreenElement) void document.exitFullscreen()
  }, [])
  return (
    <section ref={arrive} tabIndex={-1} className="preview-end" aria-label="After the preview">
      {children}
      <Button size="sm" onClick={onAgain}>
        Watch again
      </Button>
    </section>
  )
}

/** Into sight from below, with the focus of the video, or of the offer whose place it takes. */
function arrive(end: HTMLElement | null) {
  if (!end) return
  if (end.getBoundingClientRect().bottom > innerHeight) end.scrollIntoView({ block: 'end' })
  const { activeElement, body } = document
  if (activeElement === body || activeElement instanceof HTMLVideoElement) end.focus()
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
