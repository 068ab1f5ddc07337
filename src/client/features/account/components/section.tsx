import type { ReactNode } from 'react'
import { Stack } from '../../../ui/wrap.tsx'

type SectionProps = { id: string; heading: string; children: ReactNode }

/** One part of the account page, under an ink rule, where the contents can lead. */
export function AccountSection({ id, heading, children }: SectionProps) {
  return (
    <section className="step" id={id} aria-labelledby={`${id}-heading`}>
      <h2 id={`${id}-heading`}>{heading}</h2>
      <Stack>{children}</Stack>
    </section>
  )
}
