import { clsx } from 'clsx'
import type { ReactNode } from 'react'

export type NoteProps = {
  tone?: 'plain' | 'good' | 'caution' | 'bad'
  title?: ReactNode
  children?: ReactNode
  /** Buttons below the words. */
  actions?: ReactNode
  /** How it is announced when it appears. Bad news interrupts; the rest waits. `off` for notes that are always there. */
  live?: 'alert' | 'status' | 'off'
  className?: string
}

export function Note({ tone = 'plain', title, children, actions, live, className }: NoteProps) {
  const announce = live ?? (tone === 'bad' ? 'alert' : 'off')
  return (
    <div
      className={clsx('alert', tone !== 'plain' && `alert-${tone}`, className)}
      role={announce === 'off' ? undefined : announce}
    >
      {title && <p className="alert-title">{title}</p>}
      {typeof children === 'string' ? <p>{children}</p> : children}
      {actions && <div className="alert-actions row">{actions}</div>}
    </div>
  )
}
