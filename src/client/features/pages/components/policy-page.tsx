import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { PrintHead } from '#client/site/print-head.tsx'
import { Page } from '#client/ui/layout.tsx'

export type PolicySection = { id: string; heading: string; content: ReactNode }

export type PolicyPageProps = {
  title: string
  /** The day of the last change of a word: "21 November 2026". */
  changed: string
  lede: ReactNode
  sections: readonly PolicySection[]
}

/** Small print that is meant to be read: contents, numbered sections, and an address for each. */
export function PolicyPage({ title, changed, lede, sections }: PolicyPageProps) {
  const { pathname } = useLocation()
  return (
    <Page>
      <PrintHead path={pathname} />
      <article className="prose">
        <h1>{title}</h1>
        <p className="quiet">Last changed on {changed}.</p>
        <p>{lede}</p>
        <nav aria-label="Contents">
          <ol>
            {sections.map(({ id, heading }) => (
              <li key={id}>
                <a href={`#${id}`}>{heading}</a>
              </li>
            ))}
          </ol>
        </nav>
        {sections.map(({ id, heading, content }, index) => (
          <section key={id} id={id} className="prose" aria-labelledby={`${id}-heading`}>
            <h2 id={`${id}-heading`} className="policy-heading">
              {index + 1}. {heading}
            </h2>
            {content}
          </section>
        ))}
      </article>
    </Page>
  )
}
