import { Link, useParams } from 'react-router'
import { SubjectDrawing } from '#client/art/subject-drawing.tsx'
import { useCart } from '#client/features/cart/use-cart.ts'
import { inWords } from '#client/lib/format.ts'
import { NotFound } from '#client/site/not-found.tsx'
import { usePageData } from '#client/site/page-data-context.tsx'
import { paths } from '#client/site/paths.ts'
import { PrintHead } from '#client/site/print-head.tsx'
import { Button } from '#client/ui/button.tsx'
import { Page } from '#client/ui/layout.tsx'
import { SubjectSymbol, SubjectTag } from '#client/ui/subject-symbol.tsx'
import type { PageFilm } from '#shared/schemas/catalog.ts'
import { FreePiece } from './components/free-piece.tsx'
import { SmallPrint } from './components/small-print.tsx'
import { FilmAction } from './components/video-action.tsx'
import { FilmFacts } from './components/video-details.tsx'

/** A film on a page of its own: what the dialog shows, with an address to send to somebody. */
export function VideoScreen() {
  const { slug } = useParams()
  const { films } = usePageData()
  const film = films.find((candidate) => candidate.slug === slug)
  return film ? <FilmPage film={film} /> : <NotFound />
}

function FilmPage({ film }: { film: PageFilm }) {
  const { films } = usePageData()
  const isOwned = useCart().stateOf(film.id) === 'owned'
  return (
    <Page>
      <PrintHead path={paths.video(film.slug)} />
      <div className="neatline dialog-detail" data-subject={film.categorySlug}>
        <div className="dialog-picture">
          <SubjectDrawing category={film.categorySlug} fit="meet" />
        </div>
        <div className="dialog-body">
          <SubjectTag category={film.categorySlug} />
          <h1 className="video-title">{film.title}</h1>
          <p className="video-description">{film.description}</p>
          <FilmFacts film={film} />
          <div className="row dialog-acts">
            <FilmAction film={film} />
            {!isOwned && <FreePiece category={film.categorySlug} />}
            <Button asChild>
              <Link to={paths.videos}>All {inWords(films.length)} films</Link>
            </Button>
          </div>
        </div>
      </div>
      {!isOwned && (
        <>
          <h2 className="visually-hidden">Before you buy</h2>
          <SmallPrint films={inWords(films.length)} />
        </>
      )}
      <OtherFilms films={films.filter(({ id }) => id !== film.id)} />
    </Page>
  )
}

function OtherFilms({ films }: { films: readonly PageFilm[] }) {
  return (
    <nav className="other-videos-nav" aria-labelledby="other-films">
      <h2 id="other-films">The other films</h2>
      <ul className="other-videos">
        {films.map(({ slug, title, categorySlug }) => (
          <li key={slug}>
            <SubjectSymbol category={categorySlug} />
            <Link to={paths.video(slug)}>{title}</Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
