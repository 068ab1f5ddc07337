import type { ReactNode } from 'react'
import { Stack } from '../../../ui/wrap.tsx'

type SectionProps = { id: string; heading: string; children: ReactNode }

/** One part of the portal under an ink rule. */
export function PortalSection({ id, heading, children }: SectionProps) {
  return (
    <section className="step portal-section" id={id} aria-labelledby={`${id}-heading`}>
      <h2 id={`${id}-heading`}>{heading}</h2>
      <Stack>{children}</Stack>
    </section>
  )
}
