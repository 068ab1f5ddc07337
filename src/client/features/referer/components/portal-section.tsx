import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Stack } from '#client/ui/layout.tsx'

type SectionProps = {
  id: string
  heading: string
  /** Nothing in it is worth document. */
  isOnScreenOnly?: boolean
  children: ReactNode
}

export function PortalSection({ id, heading, isOnScreenOnly = false, children }: SectionProps) {
  return (
    <section
      className={clsx('step portal-section', isOnScreenOnly && 'no-print')}
      id={id}
      aria-labelledby={`${id}-heading`}
    >
      <h2 id={`${id}-heading`}>{heading}</h2>
      <Stack>{children}</Stack>
    </section>
  )
}
