import type { OwnersContent } from '#client/site/content.ts'
import { Section } from '#client/ui/layout.tsx'

/** What the owner states and can prove, each with its source; nothing at all as long as nothing is stated. */
export function OwnersWords({ reviews, claims }: OwnersContent) {
  const stated = [...claims, ...reviews]
  if (stated.length === 0) return null
  return (
    <Section heading="What is said about the films">
      <ul className="ruled-list owner-copy">
        {stated.map(({ text, source }) => (
          <li key={text}>
            {text} <span className="second-line">{source}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
