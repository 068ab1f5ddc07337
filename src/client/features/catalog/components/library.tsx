import type { MouseEvent } from 'react'
import { Link } from 'react-router'
import { SubjectDrawing } from '#client/art/subject-drawing.tsx'
import { useCart } from '#client/features/cart/use-cart.ts'
import { packageTerms, restTerms, useIsPackageOwned, useRest } from '#client/features/catalog/package.ts'
import { inWords } from '#client/lib/format.ts'
import { packagePrice } from '#client/site/catalog-sums.ts'
import { usePageData } from '#client/site/page-data-context.tsx'
import { paths } from '#client/site/paths.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Section } from '#client/ui/layout.tsx'
import { CoverPanel, Fold, Panel } from '#client/ui/panel.tsx'
import { SubjectSymbol } from '#client/ui/subject-symbol.tsx'
import { cartMessages, videoCardMessages, videoDetailMessages } from '#shared/messages/cart.ts'
import type { PageVideo } from '#shared/schemas/catalog.ts'
import { PackageButton } from './package-button.tsx'
import { Price, usePackageSaving } from './price.tsx'

/** The videos as one folded sheet; its cover is the complete package. */
export function Library({ onChoose }: { onChoose: (video: PageVideo) => void }) {
  const { videos } = usePageData()
  return (
    <Section
      id="videos"
      heading={`The ${inWords(videos.length)} films`}
      lede="Buy the one you are stuck on, or the set. Each has chapters and captions, and keeps your place."
    >
      <Fold>
        {videos.map((video) => (
          <VideoPanel key={video.id} video={video} onChoose={onChoose} />
        ))}
        <Cover />
      </Fold>
    </Section>
  )
}

/** The complete package; for an owner of part of it, what the rest costs and how long that is open. */
function Cover() {
  const { videos, terms } = usePageData()
  const action = <PackageButton full />
  const isOwned = useIsPackageOwned()
  const rest = useRest()
  const saving = usePackageSaving()
  if (isOwned) {
    return (
      <CoverPanel
        title={cartMessages.packageOwnedTitle}
        price={`${videos.length} of ${videos.length}`}
        action={action}
      >
        {cartMessages.packageOwned}
      </CoverPanel>
    )
  }
  if (rest === null) {
    return (
      <CoverPanel
        title="Complete package"
        price={<Price videos={videos} fullPence={packagePrice(videos, terms)} />}
        action={action}
      >
        {packageTerms(videos.length, saving, terms)}
      </CoverPanel>
    )
  }
  return (
    <CoverPanel
      title="The rest of the set"
      price={<Price videos={rest.videos} fullPence={rest.pricePence} />}
      action={action}
    >
      {restTerms(rest.videos.length, rest.savingPence, terms)}
    </CoverPanel>
  )
}

function VideoPanel({ video, onChoose }: { video: PageVideo; onChoose: (video: PageVideo) => void }) {
  function choose(event: MouseEvent) {
    if (!isPlainClick(event)) return
    event.preventDefault()
    onChoose(video)
  }
  return (
    <Panel
      subject={video.categorySlug}
      picture={<SubjectDrawing category={video.categorySlug} shared />}
      symbol={<SubjectSymbol category={video.categorySlug} />}
      title={
        <Link to={paths.video(video.slug)} onClick={choose}>
          {video.title}
        </Link>
      }
      foot={
        <>
          <span className="quiet small">{videoDetailMessages.minutes(video.duration)}</span>
          <VideoBadge video={video} />
        </>
      }
    >
      {video.description}
    </Panel>
  )
}

/** The price, until the video is in the cart or owned. */
function VideoBadge({ video }: { video: PageVideo }) {
  const state = useCart().stateOf(video.id)
  if (state === 'owned') return <Badge kind="owned">{videoCardMessages.owned}</Badge>
  if (state === 'in-cart') return <Badge kind="in-cart">{videoCardMessages.inCart}</Badge>
  return (
    <Badge>
      <Price videos={[video]} fullPence={video.pricePence} />
    </Badge>
  )
}

/** A press that is not meant to open a new tab or window. */
function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
}
