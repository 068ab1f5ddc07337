import { useState } from 'react'
import { DrawingDefs } from '#client/art/subject-drawing.tsx'
import { ownersContent } from '#client/site/content.ts'
import { usePageData } from '#client/site/page-data-context.tsx'
import { PrintHead } from '#client/site/print-head.tsx'
import { Container } from '#client/ui/layout.tsx'
import { Ladder } from '#client/ui/marks.tsx'
import type { PageVideo } from '#shared/schemas/catalog.ts'
import { CodeStrip } from './components/code-strip.tsx'
import { Hero } from './components/hero.tsx'
import { Library } from './components/library.tsx'
import { OwnersWords } from './components/owner-copy.tsx'
import { Pricing } from './components/pricing.tsx'
import { Snippets } from './components/snippets.tsx'
import { VideoDialog } from './components/video-dialog.tsx'

/** The shop window (requirements §2.2). */
export function HomeScreen() {
  const { videos, snippets } = usePageData()
  const [chosen, setChosen] = useState<PageVideo | null>(null)
  return (
    <>
      <DrawingDefs categories={videos.map(({ categorySlug }) => categorySlug)} />
      <CodeStrip />
      <Container>
        <PrintHead />
      </Container>
      <Hero />
      <Ladder />
      <Library onChoose={setChosen} />
      {snippets.length > 0 && <Snippets snippets={snippets} />}
      <OwnersWords {...ownersContent} />
      <Pricing />
      <VideoDialog video={chosen} onClose={() => setChosen(null)} />
    </>
  )
}
