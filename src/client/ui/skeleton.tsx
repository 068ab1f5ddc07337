import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { VisuallyHidden } from './visually-hidden.tsx'

const WIDTHS = { full: 'w-full', wide: 'w-3/5', narrow: 'w-2/5', word: 'w-24' } as const
const HEIGHTS = {
  line: 'h-4',
  title: 'h-6',
  bar: 'h-3.5',
  button: 'h-12',
  thumb: 'h-14',
  picture: 'h-48',
} as const

export type SkeletonProps = {
  width?: keyof typeof WIDTHS
  height?: keyof typeof HEIGHTS
  className?: string
}

/** One box where a thing will stand, in the colour of a rule. */
export function Skeleton({ width = 'full', height = 'line', className }: SkeletonProps) {
  return <span className={clsx('skeleton', WIDTHS[width], HEIGHTS[height], className)} aria-hidden="true" />
}

/** Says once what is being fetched, and hides the boxes from those who listen. */
export function Loading({ label, children }: { label: string; children?: ReactNode }) {
  return (
    <div role="status">
      <VisuallyHidden>{label}</VisuallyHidden>
      {children && <div aria-hidden="true">{children}</div>}
    </div>
  )
}
