import { useState } from 'react'
import { PrintHead } from '../../app/frame/print-head.tsx'
import type { PageFilm } from '../../app/page-data.ts'
import { usePageData } from '../../app/page-data-context.tsx'
import { DrawingDefs } from '../../art/subject-drawing.tsx'
import { ownersContent } from '../../content.ts'
import { Ladder } from '../../ui/ladder.tsx'
import { Wrap } from '../../ui/wrap.tsx'
import { FilmDialog } from './components/film-dialog.tsx'
import { Hero } from './components/hero.tsx'
import { Library } from './components/library.tsx'
import { OwnersWords } from './components/owners-words.tsx'
import { Pricing } from './components/pricing.tsx'
import { Snippets } from './components/snippets.tsx'

/** The shop window (requirements §2.2). */
export function HomeScreen() {
  const { films, snippets } = usePageData()
  const [chosen, setChosen] = useState<PageFilm | null>(null)
  return (
    <>
      <DrawingDefs categories={films.map(({ categorySlug }) => categorySlug)} />
      <Wrap>
        <PrintHead />
      </Wrap>
      <Hero />
      <Ladder />
      <Library onChoose={setChosen} />
      {snippets.length > 0 && <Snippets snippets={snippets} />}
      <OwnersWords {...ownersContent} />
      <Pricing />
      <FilmDialog film={chosen} onClose={() => setChosen(null)} />
    </>
  )
}
