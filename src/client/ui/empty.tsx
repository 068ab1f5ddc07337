import type { ReactNode } from 'react'

type EmptyProps = {
  /** A 24-unit symbol: SubjectSymbol or a lucide icon. */
  symbol: ReactNode
  title: ReactNode
  children?: ReactNode
  /** One way on. */
  action?: ReactNode
  headingLevel?: 2 | 3 | 4
}

/** Nothing here: a symbol, one line, one way on. */
export function Empty({ symbol, title, children, action, headingLevel = 3 }: EmptyProps) {
  const Heading = `h${headingLevel}` as const
  return (
    <div className="empty">
      {symbol}
      <Heading>{title}</Heading>
      {children && <p className="quiet">{children}</p>}
      {action}
    </div>
  )
}
