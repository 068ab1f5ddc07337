import { Link } from 'react-router'
import type { VideoRow } from '#client/features/dashboard/video-rows.ts'
import { capitalised, inWords, videosInWords } from '#client/lib/format.ts'
import { usePageData } from '#client/site/page-data-context.tsx'
import { paths } from '#client/site/paths.ts'
import { useCollectionDiscountUsed } from '#client/site/session/use-ownership.ts'
import { SubjectSymbol } from '#client/ui/subject-symbol.tsx'
import { formatPounds } from '#shared/money/money.ts'
import type { PageVideo } from '#shared/schemas/catalog.ts'

/** The videos a student does not have yet, with the way to them. */
export function StillToFly({ videos, rows }: { videos: readonly PageVideo[]; rows: readonly VideoRow[] }) {
  const { terms } = usePageData()
  const isDiscountUsed = useCollectionDiscountUsed()
  const missing = videos.filter(({ id }) => !rows.some(({ video }) => video.id === id))
  if (missing.length === 0 || rows.length === 0) return null
  const saving = formatPounds(terms.collectionDiscountPence)
  // Videos that have closed count towards the set only once they are bought again.
  const wouldComplete = rows.every(({ isOpen }) => isOpen)
  return (
    <section className="missing-videos">
      <h2>Still to fly</h2>
      {wouldComplete && (
        <p className="lede">
          {capitalised(videosInWords(missing.length))} would complete the set.
          {!isDiscountUsed &&
            ` ${saving} comes off when the last one goes in your cart while the others are still open.`}{' '}
          {missing.length === 1 ? 'It is' : 'The new ones are'} open for {inWords(terms.singleMonths)} months
          {missing.length > 1 && ' each'}.
        </p>
      )}
      <div className="missing-videos-list">
        {missing.map((video) => (
          <Link className="snippet" key={video.id} to={paths.video(video.slug)}>
            <span className="snippet-frame missing-video-frame" data-subject={video.categorySlug}>
              <SubjectSymbol category={video.categorySlug} className="missing-video-symbol" />
            </span>
            {video.title}
            <span className="quiet missing-video-price">{formatPounds(video.pricePence)}</span>
          </Link>
        ))}
      </div>
    </section>
  )
}
