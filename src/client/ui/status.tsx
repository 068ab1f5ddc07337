import { clsx } from 'clsx'
import type { ReactNode } from 'react'

export type StatusKind = 'done' | 'pending' | 'not-started' | 'stop' | 'forward'

/** A state and its name on the screen. */
export type StatusLabel = { kind: StatusKind; label: string }

type StatusProps = {
  /** Full disc done, half disc pending, ring not started, lozenge stop, dash carried forward. */
  kind: StatusKind
  /** The word beside the shape; `children` where it is more than a text. */
  label?: string
  children?: ReactNode
  /** Announce it when it changes. */
  live?: boolean
  /** Let a long sentence break. */
  wrap?: boolean
}

/** A shape and a word; the colour only agrees with them. */
export function Status({ kind, label, children = label, live = false, wrap = false }: StatusProps) {
  return (
    <span
      className={clsx('status', `status-${kind}`, wrap && 'status-wrap')}
      role={live ? 'status' : undefined}
    >
      <span>{children}</span>
    </span>
  )
}
