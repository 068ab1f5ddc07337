import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { VisuallyHidden } from './visually-hidden.tsx'

export type SkeletonProps = {
  width?: 'full' | 'wide' | 'narrow' | 'word'
  height?: 'line' | 'title' | 'bar' | 'button' | 'thumb' | 'picture'
  className?: string
}

/** One box where a thing will stand, in the colour of a rule. */
export function Skeleton({ width = 'full', height = 'line', className }: SkeletonProps) {
  return (
    <span
      className={clsx(
        'skeleton',
        width !== 'full' && `skeleton-${width}`,
        height !== 'line' && `skeleton-${height}`,
        className,
      )}
      aria-hidden="true"
    />
  )
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
