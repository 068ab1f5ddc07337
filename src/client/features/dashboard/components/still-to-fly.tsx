import { Link } from 'react-router'
import type { FilmRow } from '#client/features/dashboard/video-rows.ts'
import { capitalised, filmsInWords, inWords } from '#client/lib/format.ts'
import { usePageData } from '#client/site/page-data-context.tsx'
import { paths } from '#client/site/paths.ts'
import { useCollectionDiscountUsed } from '#client/site/session/use-ownership.ts'
import { SubjectSymbol } from '#client/ui/subject-symbol.tsx'
import { formatPounds } from '#shared/money/money.ts'
import type { PageFilm } from '#shared/schemas/catalog.ts'

/** The films a student does not have yet, with the way to them. */
export function StillToFly({ films, rows }: { films: readonly PageFilm[]; rows: readonly FilmRow[] }) {
  const { terms } = usePageData()
  const isDiscountUsed = useCollectionDiscountUsed()
  const missing = films.filter(({ id }) => !rows.some(({ film }) => film.id === id))
  if (missing.length === 0 || rows.length === 0) return null
  const saving = formatPounds(terms.collectionDiscountPence)
  // Films that have closed count towards the set only once they are bought again.
  const wouldComplete = rows.every(({ isOpen }) => isOpen)
  return (
    <section className="missing-videos">
      <h2>Still to fly</h2>
      {wouldComplete && (
        <p className="lede">
          {capitalised(filmsInWords(missing.length))} would complete the set.
          {!isDiscountUsed &&
            ` ${saving} comes off when the last one goes in your cart while the others are still open.`}{' '}
          {missing.length === 1 ? 'It is' : 'The new ones are'} open for {inWords(terms.singleMonths)} months
          {missing.length > 1 && ' each'}.
        </p>
      )}
      <div className="missing-videos-list">
        {missing.map((film) => (
          <Link className="snippet" key={film.id} to={paths.video(film.slug)}>
            <span className="snippet-frame missing-video-frame" data-subject={film.categorySlug}>
              <SubjectSymbol category={film.categorySlug} className="missing-video-symbol" />
            </span>
            {film.title}
            <span className="quiet missing-video-price">{formatPounds(film.pricePence)}</span>
          </Link>
        ))}
      </div>
    </section>
  )
}
