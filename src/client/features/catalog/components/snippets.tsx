import { SubjectDrawing } from '#client/art/subject-drawing.tsx'
import { Section } from '#client/ui/layout.tsx'
import { PlayMark } from '#client/ui/marks.tsx'
import type { Preview } from '#shared/schemas/catalog.ts'
import { usePreview } from './preview-offer.tsx'

/** A free piece of each video (requirements §2.2). */
export function Snippets({ snippets }: { snippets: readonly Preview[] }) {
  const open = usePreview()
  return (
    <Section
      className="no-print"
      later
      heading="A piece of each, free"
      lede="See how it is taught before you pay for it."
    >
      <ul className="snippets">
        {snippets.map((snippet) => (
          <li key={snippet.src}>
            <button
              type="button"
              className="snippet"
              aria-haspopup="dialog"
              data-subject={snippet.categorySlug ?? undefined}
              onClick={() => open(snippet)}
            >
              <span className="snippet-frame">
                {snippet.categorySlug && (
                  <SubjectDrawing category={snippet.categorySlug} crop="close" shared />
                )}
              </span>
              <span className="snippet-caption">
                <PlayMark />
                {snippet.title}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Section>
  )
}
