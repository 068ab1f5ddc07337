import { keepPreviousData } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { errorStatus, errorText } from '#client/lib/error-text.ts'
import { trpc } from '#client/lib/trpc.ts'
import { PageSpinner } from '#client/site/guards.tsx'
import { Note } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { Page } from '#client/ui/layout.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { refererLoginMessages, refererPortalMessages as words } from '#shared/messages/referer-portal.ts'
import { networkMessages } from '#shared/messages/site.ts'
import { EarningsLoading } from './components/earnings.tsx'
import { CodeLine, Portal } from './components/portal.tsx'
import { PortalLogin } from './components/portal-login.tsx'
import { PortalPage } from './components/portal-page.tsx'
import { OwnPassword } from './sign-in/own-password.tsx'
import { useRefererSession } from './sign-in/use-referer-session.ts'

/** One screen under two addresses: sign-in, a password of one's own where an admin set it, then the portal. */
export function RefererPortalScreen() {
  const { session, rename, drop } = useRefererSession()
  const [hasEnded, setEnded] = useState(false)
  if (session === null) return <PortalLogin hasEnded={hasEnded} />
  // Anyone who logs out after this did so themselves.
  if (hasEnded) setEnded(false)
  return (
    <SignedIn
      key={session.id}
      name={session.name}
      onName={rename}
      onEnded={() => {
        drop()
        setEnded(true)
      }}
    />
  )
}

type SignedInProps = {
  name: string
  /** Told of the name as it is now. */
  onName: (name: string) => void
  onEnded: () => void
}

function SignedIn({ name, onName, onEnded }: SignedInProps) {
  // A new password brings a new session: the page of the same person stays while it is asked for under that.
  const account = trpc.referer.account.useQuery(undefined, { placeholderData: keepPreviousData })
  const nameNow = account.data?.name
  const tellName = useEffectEvent(onName)
  useEffect(() => {
    if (nameNow !== undefined) tellName(nameNow)
  }, [nameNow])
  const isRefused = errorStatus(account.error) === 401
  if (account.isPending) {
    return (
      <PortalPage name={name} lede={<Skeleton />}>
        <EarningsLoading />
      </PortalPage>
    )
  }
  if (isRefused) return <Ended onEnded={onEnded} />
  if (!account.data) {
    return (
      <Page>
        <h1>{refererLoginMessages.title}</h1>
        <Note
          tone="bad"
          className="page-part"
          title={words.loadFailed}
          actions={<Button onClick={() => void account.refetch()}>Try again</Button>}
        >
          {errorText(account.error, networkMessages.failed)}
        </Note>
      </Page>
    )
  }
  if (account.data.mustChangePassword) return <OwnPassword account={account.data} />
  return (
    <PortalPage name={account.data.name} lede={<CodeLine account={account.data} />}>
      <Portal account={account.data} />
    </PortalPage>
  )
}

/** A token that the server does not take any more is forgotten here too. */
function Ended({ onEnded }: { onEnded: () => void }) {
  useEffect(() => onEnded(), [onEnded])
  return <PageSpinner />
}
