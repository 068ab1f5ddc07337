import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Stack } from '#client/ui/layout.tsx'

/** The parts of the account page, in their order: what its contents list, and the anchors they lead to. */
export const SECTIONS = {
  details: { id: 'details', heading: 'Your details' },
  devices: { id: 'devices', heading: 'Signed-in devices' },
  documents: { id: 'papers', heading: 'Invoices' },
  data: { id: 'data', heading: 'Your data' },
} as const

/** The rows of the first part. */
export const ROWS = {
  email: { id: 'email', heading: 'Email address' },
  password: { id: 'password', heading: 'Password' },
  business: { id: 'invoice-details', heading: 'Invoice details' },
  news: { id: 'news', heading: 'News' },
} as const

type SectionProps = {
  id: string
  heading: string
  /** Left out on paper. */
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

type SummaryRowProps = Omit<SectionProps, 'isOnScreenOnly'> & {
  /** The button that changes it. */
  action?: ReactNode
}

/** Label, value and the way to change it, one below the other in a list. */
export function SummaryRow({ id, heading, action, children }: SummaryRowProps) {
  return (
    <section className="summary-row" id={id} aria-labelledby={`${id}-heading`}>
      <h3 id={`${id}-heading`}>{heading}</h3>
      <div>{children}</div>
      {action}
    </section>
  )
}
