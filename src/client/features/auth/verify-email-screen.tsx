import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useCart } from '#client/features/cart/use-cart.ts'
import { errorCode, errorStatus, errorText } from '#client/lib/error-text.ts'
import { pendingVerification } from '#client/lib/stored.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useIsInBrowser } from '#client/lib/use-is-in-browser.ts'
import { ScriptNeeded } from '#client/site/guards.tsx'
import { LinkButton } from '#client/site/link-button.tsx'
import { paths } from '#client/site/paths.ts'
import { useSession } from '#client/site/session/use-session.ts'
import { Note } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { Page, Row } from '#client/ui/layout.tsx'
import { Spinner } from '#client/ui/spinner.tsx'
import { verifiedRedirectMs } from '#shared/limits.ts'
import { loginMessages, verifyEmailMessages } from '#shared/messages/auth.ts'
import type { UserOutput, VerifyEmailOutput } from '#shared/schemas/auth.ts'
import { keyOf } from '#shared/text/text-key.ts'
import { followTarget } from './components/follow-target.ts'

export function VerifyEmailScreen() {
  const [search] = useSearchParams()
  const isInBrowser = useIsInBrowser()
  const token = search.get('token')?.trim()
  // Rendered ahead, without the link's secret.
  if (!isInBrowser) return <Checking />
  if (token) return <Verification token={token} />
  return <Failed text={verifyEmailMessages.noToken}>{verifyEmailMessages.noTokenReason}</Failed>
}

/** Few people open the link in another browser, and its forms are heavier than all the rest of the page. */
const ConfirmElsewhere = lazy(async () => {
  const { ConfirmElsewhere } = await import('./components/confirm-elsewhere.tsx')
  return { default: ConfirmElsewhere }
})

/**
 * A link works once, so it is a query that is asked once, however often React mounts the screen. In a browser that did
 * not register the address it confirms nothing: another person may have registered it, and knows the password.
 */
function Verification({ token }: { token: string }) {
  const { client } = trpc.useUtils()
  const answer = useQuery({
    queryKey: ['verify-email', token],
    queryFn: async () => {
      const { email, isVerified } = await client.auth.checkVerification.mutate({ token })
      if (!isVerified && !isRegisteredHere(email)) return { unconfirmed: email }
      return client.auth.verifyEmail.mutate({ token })
    },
  })
  const [claimed, setClaimed] = useState<VerifyEmailOutput | null>(null)
  const [refusal, setRefusal] = useState<unknown>(null)
  const error = refusal ?? answer.error
  if (error !== null) {
    const isDead = errorCode(error) === 'VERIFICATION_LINK_INVALID'
    return <Failed text={errorTextOf(error)}>{isDead && verifyEmailMessages.deadLinkReason}</Failed>
  }
  if (claimed !== null) return <Outcome answer={claimed} />
  if (answer.data === undefined) return <Checking />
  if (!('unconfirmed' in answer.data)) return <Outcome answer={answer.data} />
  return (
    <Suspense fallback={<Checking />}>
      <ConfirmElsewhere
        token={token}
        email={answer.data.unconfirmed}
        onConfirmed={setClaimed}
        onDead={setRefusal}
      />
    </Suspense>
  )
}

/** What is happening, while the server is asked. */
function Checking() {
  return (
    <Page>
      <h1>{verifyEmailMessages.askTitle}</h1>
      <p className="row actions" role="status">
        <Spinner />
        {verifyEmailMessages.loading}
      </p>
      <ScriptNeeded />
    </Page>
  )
}

function isRegisteredHere(email: string): boolean {
  const pending = pendingVerification.read()
  return pending !== null && keyOf(pending.email) === keyOf(email)
}

function Outcome({ answer }: { answer: VerifyEmailOutput }) {
  const { autoLogin, token, user } = answer
  if (autoLogin && token !== null && user !== null) return <Arrival token={token} user={user} />
  return <Confirmed />
}

function errorTextOf(error: unknown): string {
  if (errorStatus(error) === null) return verifyEmailMessages.networkError
  return errorText(error, verifyEmailMessages.failed)
}

type Arriving = { token: string; user: UserOutput }

function Arrival(arriving: Arriving) {
  const { status, user } = useSession()
  if (status === 'loading') return <Checking />
  return <Chosen {...arriving} present={user} />
}

/** Another student may be signed in here: the link must not replace that session without a press. */
function Chosen({ token, user, present }: Arriving & { present: UserOutput | null }) {
  const [other, setOther] = useState(present !== null && present.id !== user.id ? present : null)
  if (other === null) return <Welcome token={token} user={user} />
  return (
    <Page>
      <h1>{verifyEmailMessages.verified}</h1>
      <p className="lede">
        {verifyEmailMessages.otherSignedIn({ confirmed: user.username, here: other.username })}
      </p>
      <Row className="actions">
        <LinkButton to={paths.home} variant="go">
          {verifyEmailMessages.stay(other.username)}
        </LinkButton>
        <Button onClick={() => setOther(null)}>{verifyEmailMessages.change(user.username)}</Button>
      </Row>
    </Page>
  )
}

/** Signed in by the link; goes on by itself to where the person was on the way to. */
function Welcome({ token, user }: Arriving) {
  const session = useSession()
  const navigate = useNavigate()
  const cart = useCart()
  const { kept } = trpc.useUtils().cart
  // Read once: a press and then the timer lead to the same page.
  const [target] = useState(() => followTarget(pendingVerification.read()))
  const signIn = useEffectEvent(() => {
    session.signIn(token, user)
  })
  const goOn = useEffectEvent(() => {
    pendingVerification.clear()
    void navigate(target, { replace: true })
    if (target === paths.home && cart.count === 0) void offerKept()
  })
  /** What was in the cart where the account was opened is offered in the drawer. */
  async function offerKept() {
    const { videoIds } = await kept.fetch().catch(() => ({ videoIds: [] }))
    if (videoIds.length > 0) cart.setOpen(true)
  }
  useEffect(() => {
    signIn()
    const timer = setTimeout(() => goOn(), verifiedRedirectMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Page>
      <h1>{verifyEmailMessages.welcome}</h1>
      <p className="lede" role="status">
        {verifyEmailMessages.verified}
      </p>
      <p className="row actions">
        <Spinner />
        Going on to the {target === paths.checkout ? 'checkout' : 'shop'}…
      </p>
      <Row className="actions">
        <Button variant="go" onClick={() => goOn()}>
          Go on
        </Button>
      </Row>
    </Page>
  )
}

/** The link had been followed before, by its owner or by a mail scanner: all is well, and it signs in no one. */
function Confirmed() {
  const { user } = useSession()
  const isBuying = followTarget(pendingVerification.read()) === paths.checkout
  const signIn = paths.login(isBuying ? 'checkout' : undefined)
  const signedInTarget = isBuying ? paths.checkout : paths.home
  return (
    <Page>
      <h1>{verifyEmailMessages.verified}</h1>
      <p className="row actions">
        <Button asChild variant="go">
          {user === null ? (
            <Link to={signIn}>{loginMessages.title}</Link>
          ) : (
            <Link to={signedInTarget}>Go on</Link>
          )}
        </Button>
      </p>
    </Page>
  )
}

/** The title is the sentence of the requirements; below it stand the reason and a way on. */
function Failed({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <Page>
      <h1>{verifyEmailMessages.failedTitle}</h1>
      <Note tone="bad" className="lone-form" title={text}>
        {children}
      </Note>
      <Row className="actions">
        <LinkButton to={paths.login()} variant="go">
          {verifyEmailMessages.tryLogin}
        </LinkButton>
        <LinkButton to={paths.home} variant="quiet">
          {verifyEmailMessages.goHome}
        </LinkButton>
      </Row>
    </Page>
  )
}
