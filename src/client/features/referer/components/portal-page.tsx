import type { ReactNode } from 'react'
import { Page } from '#client/ui/layout.tsx'

type PortalPageProps = { name: ReactNode; lede: ReactNode; children: ReactNode }

/** Whose portal it is, the same while it is fetched and after. */
export function PortalPage({ name, lede, children }: PortalPageProps) {
  return (
    <Page>
      <h1>{name}</h1>
      <div className="lede">{lede}</div>
      {children}
    </Page>
  )
}
