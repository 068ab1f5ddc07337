import { keepPreviousData } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { errorStatus, errorText } from '#client/lib/error-text.ts'
import { trpc } from '#client/lib/trpc.ts'
import { PageSpinner } from '#client/site/guards.tsx'
import { Note } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { Page } from '#client/ui/layout.tsx'
import { Loading, Skeleton } from '#client/ui/skeleton.tsx'
import { refererPortalMessages as copy, refererLoginMessages } from '#shared/messages/referer-portal.ts'
import { networkMessages } from '#shared/messages/site.ts'
import type { RefererAccountOutput } from '#shared/schemas/referer-portal.ts'
import { BankSection } from './components/bank-section.tsx'
import { CopyField } from './components/copy-field.tsx'
import { DetailsSection } from './components/details-section.tsx'
import { Earnings, EarningsFigures } from './components/earnings.tsx'
import { PortalLogin } from './components/portal-login.tsx'
import { PortalSection } from './components/portal-section.tsx'
import { SelfBillingSection } from './components/self-billing-section.tsx'
import { ShareSection } from './components/share-section.tsx'
import { SECTIONS } from './sections.ts'
import { OwnPassword, PasswordForm } from './sign-in/password-form.tsx'
import { useRefererSession } from './sign-in/use-referer-session.ts'

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
  /** Called with the name as it is now. */
  onName: (name: string) => void
  onEnded: () => void
}

function SignedIn({ name, onName, onEnded }: SignedInProps) {
  // A new password brings a new session: the page of the same person stays while it is asked for under that.
  const account = trpc.referer.account.useQuery(undefined, { placeholderData: keepPreviousData })
  const nameNow = account.data?.name
  const reportName = useEffectEvent(onName)
  useEffect(() => {
    if (nameNow !== undefined) reportName(nameNow)
  }, [nameNow])
  const isRefused = errorStatus(account.error) === 401
  if (account.isPending) {
    return (
      <PortalPage name={name}>
        <Loading label={networkMessages.loading}>
          <Skeleton height="picture" />
        </Loading>
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
          title={copy.loadFailed}
          actions={<Button onClick={() => void account.refetch()}>Try again</Button>}
        >
          {errorText(account.error, networkMessages.failed)}
        </Note>
      </Page>
    )
  }
  if (account.data.mustChangePassword) return <OwnPassword account={account.data} />
  return (
    <PortalPage name={account.data.name}>
      <Portal account={account.data} />
    </PortalPage>
  )
}

/** A token that the server does not take any more is forgotten here too. */
function Ended({ onEnded }: { onEnded: () => void }) {
  useEffect(() => onEnded(), [onEnded])
  return <PageSpinner />
}

type PortalPageProps = { name: ReactNode; children: ReactNode }

function PortalPage({ name, children }: PortalPageProps) {
  return (
    <Page>
      <h1>{name}</h1>
      {children}
    </Page>
  )
}

export function Portal({ account }: { account: RefererAccountOutput }) {
  const { referralCode, discountPercentage } = account
  return (
    <>
      <div className="portal-head">
        <EarningsFigures />
        <CodeToHandOut account={account} />
      </div>
      <Parts />
      <Earnings />
      <ShareSection code={referralCode} discount={discountPercentage} />
      <div className="portal-pair">
        <DetailsSection account={account} />
        <BankSection account={account} />
        <SelfBillingSection account={account} />
        <PortalSection {...SECTIONS.password} isOnScreenOnly>
          <PasswordForm code={referralCode} />
        </PortalSection>
      </div>
    </>
  )
}

const PARTS = [
  { id: 'payouts-heading', heading: copy.payouts },
  { id: 'referrals-heading', heading: copy.referrals },
  ...Object.values(SECTIONS),
]

/** The page is long; on a phone its parts are closed, and these lines would only repeat them. */
function Parts() {
  return (
    <nav className="portal-parts" aria-label={copy.parts}>
      <ul>
        {PARTS.map(({ id, heading }) => (
          <li key={id}>
            <a className="link" href={`#${id}`}>
              {heading}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** What a referer comes for, most of all with a phone in the hand. */
function CodeToHandOut({ account }: { account: RefererAccountOutput }) {
  const { referralCode, discountPercentage, commissionPercentage } = account
  return (
    <div>
      <CopyField label={copy.code} value={referralCode} />
      <p className="small quiet">
        {discountPercentage}% off for whoever uses it, {commissionPercentage}% commission for you.
      </p>
      <a className="link small" href={`#${SECTIONS.share.id}`}>
        {copy.toShare}
      </a>
    </div>
  )
}
