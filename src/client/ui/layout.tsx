import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'

/** The measure of the sheet: 80rem and a gutter. */
export function Container({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={clsx('layout', className)} />
}

/** The inside of an ordinary page, below the header: padding and the narrower first heading. */
export function Page({ className, children, ...rest }: ComponentProps<'div'>) {
  return (
    <div {...rest} className={clsx('page', className)}>
      <Container>{children}</Container>
    </div>
  )
}

export type SectionProps = ComponentProps<'section'> & {
  heading?: ReactNode
  lede?: ReactNode
  /** Laid out only when it comes near: for everything below the first screen. */
  later?: boolean
}

/** A band of a long page, with its heading and one quiet line. */
export function Section({ heading, lede, later = false, className, children, ...rest }: SectionProps) {
  return (
    <section {...rest} className={clsx('section', later && 'later', className)}>
      <Container>
        {heading && <h2>{heading}</h2>}
        {lede && <p className="lede">{lede}</p>}
        {children}
      </Container>
    </section>
  )
}

/** Children one below the other, a line apart. */
export function Stack({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={clsx('stack', className)} />
}

/** Children beside each other, wrapping. */
export function Row({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={clsx('row', className)} />
}

/** First child left, last child right, on one baseline. */
export function Split({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={clsx('split', className)} />
}

/** As many columns of 14rem as fit. */
export function AutoGrid({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={clsx('grid-auto', className)} />
}

type TwoColumnsProps = {
  children: ReactNode
  aside: ReactNode
  asideFirst?: boolean
  /** Name of the aside, where a page has more than one. */
  asideLabel?: string
}

/** The main matter, and an `<aside>` that stays in sight. Where there is no room beside it the aside goes below, or `asideFirst` above. */
export function TwoColumns(props: TwoColumnsProps) {
  return (
    <div className="two-columns">
      <div>{props.children}</div>
      <aside aria-label={props.asideLabel} data-first={props.asideFirst ? '' : undefined}>
        {props.aside}
      </aside>
    </div>
  )
}

/** One numbered step of a long form, under an ink rule. */
export function Step({ heading, children }: { heading: ReactNode; children: ReactNode }) {
  return (
    <section className="step">
      <h2>{heading}</h2>
      {children}
    </section>
  )
}

/** White document in an ink line. */
export function Box({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={clsx('box', className)} />
}

/** First in the page: past the header to the matter. */
export function SkipLink() {
  return (
    <a className="skip-link" href="#main">
      Skip to the page
    </a>
  )
}
