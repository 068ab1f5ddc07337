import { useDeferredValue, useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'react-router'
import { formatDay } from '#client/lib/format.ts'
import { LoadError } from '#client/lib/load-error.tsx'
import { authToken } from '#client/lib/stored.ts'
import { trpc } from '#client/lib/trpc.ts'
import { RequireStudent } from '#client/site/guards.tsx'
import { paths } from '#client/site/paths.ts'
import { PrintHead } from '#client/site/print-head.tsx'
import { Page } from '#client/ui/layout.tsx'
import { accountMessages } from '#shared/messages/account.ts'
import type { UserOutput } from '#shared/schemas/auth.ts'
import { AccountLoading } from './components/account-loading.tsx'
import { BusinessRow } from './components/business-row.tsx'
import { DataSection } from './components/data-section.tsx'
import { DevicesSection } from './components/devices-section.tsx'
import { DocumentsSection } from './components/documents-section.tsx'
import { Farewell } from './components/farewell.tsx'
import { NewsRow } from './components/news-row.tsx'
import { AccountSection, SECTIONS } from './components/section.tsx'
import { EmailRow, PasswordRow } from './components/sign-in-rows.tsx'

/** Everything a student can see and change about themselves, up to erasing it. */
export function AccountScreen() {
  const [isErased, setErased] = useState(false)
  useEarlyAccount()
  // The account is gone while its page is still open: no one is sent to a sign-in that would be refused.
  if (isErased) return <Farewell />
  // One heading for the skeleton and the account: drawn again, the page would count as shown late.
  return (
    <Page>
      <PrintHead />
      <h1>{accountMessages.title}</h1>
      <RequireStudent signInPath={paths.login()} pending={<AccountLoading />}>
        {(user) => <Account key={user.id} user={user} onErased={() => setErased(true)} />}
      </RequireStudent>
    </Page>
  )
}

/** What was asked for early is not asked for again. */
const EARLY_MS = 5_000

/** Asks for the account and its devices beside the session, not after it, in one request. */
function useEarlyAccount() {
  const { auth } = trpc.useUtils()
  useEffect(() => {
    if (authToken.read() === null) return
    void auth.account.prefetch(undefined, { staleTime: EARLY_MS })
    // Their table would push down what stands below, were it drawn later.
    void auth.sessions.prefetch(undefined, { staleTime: EARLY_MS })
  }, [auth])
}

function Account({ user, onErased }: { user: UserOutput; onErased: () => void }) {
  const account = trpc.auth.account.useQuery(undefined, { staleTime: EARLY_MS })
  // The skeleton stays while React renders what replaces it, so that a press can come in between.
  const isShown = useDeferredValue(account.data !== undefined)
  useLinkedPart(isShown)
  if (account.isError && !account.data) {
    return <LoadError query={account} className="page-part" title={accountMessages.loadFailed} />
  }
  const { data } = account
  if (!data || !isShown) return <AccountLoading />
  return (
    <>
      <p className="lede">
        <strong>{data.user.username}</strong>, since {formatDay(data.createdAt)}
      </p>
      <div className="account">
        <Contents />
        <AccountSection {...SECTIONS.details}>
          <div>
            <EmailRow email={data.user.email} pending={data.pendingEmail} />
            <PasswordRow user={data.user} />
            <BusinessRow business={data.business} />
            <NewsRow getsNews={data.getsNews} />
          </div>
        </AccountSection>
        <DevicesSection />
        <DocumentsSection userId={user.id} />
        <DataSection username={data.user.username} onErased={onErased} />
      </div>
    </>
  )
}

function Contents() {
  return (
    <nav className="no-print" aria-label="Sections of your account">
      <ul className="ruled-list jump-list">
        {Object.values(SECTIONS).map(({ id, heading }) => (
          <li key={id}>
            <a href={`#${id}`}>{heading}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The part that the address names stands there only once the account has come. */
function useLinkedPart(isThere: boolean) {
  const { hash } = useLocation()
  const arrive = useEffectEvent(() => document.getElementById(hash.slice(1))?.scrollIntoView())
  useEffect(() => {
    if (isThere) arrive()
  }, [isThere])
}
