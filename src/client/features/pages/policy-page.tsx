import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { PrintHead } from '#client/site/print-head.tsx'
import { Page } from '#client/ui/layout.tsx'
import { Prose, readSections } from './prose.tsx'

type PolicyPageProps = {
  title: string
  /** The day of the last change of a word: "21 November 2026". */
  changed: string
  lede: string
  /** Sections and paragraphs, in the marks of `Prose`. */
  text: string
  parts?: Readonly<Record<string, ReactNode>>
}

/** Small print that is meant to be read: contents, numbered sections, and an address for each. */
export function PolicyPage({ title, changed, lede, text, parts = {} }: PolicyPageProps) {
  const { pathname } = useLocation()
  const sections = readSections(text)
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
        {sections.map(({ id, heading, text: body }, index) => (
          <section key={id} id={id} className="prose" aria-labelledby={`${id}-heading`}>
            <h2 id={`${id}-heading`} className="policy-heading">
              {index + 1}. {heading}
            </h2>
            <Prose text={body} parts={parts} />
          </section>
        ))}
      </article>
    </Page>
  )
}
