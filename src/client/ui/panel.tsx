import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { Ladder } from './marks.tsx'
import type { Subject } from './subjects.ts'

/** A sheet folded into panels: four across, two on a tablet, rows on a phone. */
export function Fold({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={clsx('fold', className)} />
}

type PanelProps = {
  subject?: Subject
  /** A drawing or an image; cropped to 8:5, and to a strip on the left on a phone. */
  picture: ReactNode
  /** Before the title. */
  symbol?: ReactNode
  /** One `<a>`, `<Link>` or `<button>`: its press area is the whole panel. */
  title: ReactNode
  children?: ReactNode
  /** The last line: minutes on the left, a badge on the right. */
  foot?: ReactNode
  headingLevel?: 2 | 3 | 4
}

export function Panel({ subject, picture, symbol, title, children, foot, headingLevel = 3 }: PanelProps) {
  const Heading = `h${headingLevel}` as const
  return (
    <article className="panel" data-subject={subject}>
      <div className="panel-picture">{picture}</div>
      <div className="panel-body">
        <Heading className="panel-title">
          {symbol}
          {title}
        </Heading>
        {children && <p className="panel-text">{children}</p>}
        {foot && <div className="panel-foot">{foot}</div>}
      </div>
    </article>
  )
}

type CoverPanelProps = {
  title: ReactNode
  price: ReactNode
  children?: ReactNode
  action: ReactNode
  headingLevel?: 2 | 3 | 4
}

/** The cover of the folded sheet: dark, under the ladder, with the one button. */
export function CoverPanel({ title, price, children, action, headingLevel = 3 }: CoverPanelProps) {
  const Heading = `h${headingLevel}` as const
  return (
    <article className="panel panel-cover">
      <Ladder />
      <div className="panel-body">
        <Heading className="panel-title">{title}</Heading>
        <p className="price-figure">{price}</p>
        {children && <p className="panel-text">{children}</p>}
        <div className="panel-foot">{action}</div>
      </div>
    </article>
  )
}
