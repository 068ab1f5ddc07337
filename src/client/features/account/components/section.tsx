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

/** One part of the account page, under an ink rule, where the contents can lead. */
export function AccountSection({ id, heading, isOnScreenOnly = false, children }: SectionProps) {
  return (
    <section className={clsx('step', isOnScreenOnly && 'no-print')} id={id} aria-labelledby={`${id}-heading`}>
      <h2 id={`${id}-heading`}>{heading}</h2>
      <Stack>{children}</Stack>
    </section>
  )
}
