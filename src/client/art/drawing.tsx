import { clsx } from 'clsx'
import type { ReactNode } from 'react'

type DrawingProps = {
  /** The part that is shown; the whole sheet is 320 by 200. */
  viewBox?: string
  /** `slice` fills its box and loses edges, `meet` shows all. */
  fit?: 'slice' | 'meet'
  /** Which part stays in a box that is narrower than the sheet. */
  keep?: 'middle' | 'right'
  subject?: string
  className?: string
  children: ReactNode
}

/** A sheet for marks. Hidden from those who listen: the words beside it say what it is about. */
export function Drawing(props: DrawingProps) {
  const { viewBox = '0 0 320 200', fit = 'slice', keep = 'middle', subject, className, children } = props
  return (
    <svg
      className={clsx('drawing', className)}
      data-subject={subject}
      viewBox={viewBox}
      preserveAspectRatio={`${keep === 'right' ? 'xMaxYMid' : 'xMidYMid'} ${fit}`}
      aria-hidden="true"
    >
      {children}
    </svg>
  )
}
