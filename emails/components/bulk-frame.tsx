import type { ReactNode } from 'react'
import type { EmailSite } from '#emails/prop-parts.ts'
import { Layout } from './layout.tsx'

type Props = {
  site: EmailSite
  title: string
  unsubscribeUrl: string
  reason?: string
  children: ReactNode
}

/** A mail to many: the shop's sheet around content with a heading of its own, and a way to get no more of them. */
export function BulkFrame({ site, title, unsubscribeUrl, reason = defaultReason, children }: Props) {
  return (
    <Layout site={site} title={title} preview={title} reason={reason} unsubscribeUrl={unsubscribeUrl}>
      {children}
    </Layout>
  )
}

const defaultReason = 'You get this email because you bought a film here or asked for news.'
