import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { VisuallyHidden } from './visually-hidden.tsx'

type SkeletonProps = {
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

/** The frame of a table with its heading and rows as bars; goes in `Loading`. */
export function TableToCome({ rows }: { rows: number }) {
  return (
    <div className="table-frame table-skeleton">
      {Array.from({ length: rows + 1 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
        <div key={index}>
          <Skeleton width="narrow" />
          <Skeleton width="word" />
        </div>
      ))}
    </div>
  )
}
