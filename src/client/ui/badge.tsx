import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { VisuallyHidden } from './visually-hidden.tsx'

type BadgeProps = {
  kind?: 'price' | 'in-cart' | 'owned'
  children: ReactNode
}

/** Boxed: a price in ink, In Cart in the track's colour, Owned in solid ink. */
export function Badge({ kind = 'price', children }: BadgeProps) {
  return <span className={clsx('badge', kind !== 'price' && `badge-${kind}`)}>{children}</span>
}

/** A small number, as on the cart. `label` says of what, to those who listen: "videos in it". */
export function CountBadge({ count, label }: { count: number; label: string }) {
  return (
    <span className="count">
      {count}
      <VisuallyHidden> {label}</VisuallyHidden>
    </span>
  )
}
