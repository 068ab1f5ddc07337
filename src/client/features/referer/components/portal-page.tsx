import type { ReactNode } from 'react'
import { Page, Split } from '../../../ui/wrap.tsx'

type PortalPageProps = { name: ReactNode; lede: ReactNode; action?: ReactNode; children: ReactNode }

/** Whose portal it is, the same while it is fetched and after; the way out stands beside the words or below them. */
export function PortalPage({ name, lede, action, children }: PortalPageProps) {
  return (
    <Page>
      <Split>
        <div className="portal-title">
          <h1>{name}</h1>
          <div className="lede">{lede}</div>
        </div>
        {action}
      </Split>
      {children}
    </Page>
  )
}
