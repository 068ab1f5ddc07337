import { useState } from 'react'
import { Link, Navigate } from 'react-router'
import { useCart } from '#client/features/cart/use-cart.ts'
import { pendingVerification } from '#client/lib/stored.ts'
import { paths } from '#client/site/paths.ts'
import { useSession } from '#client/site/session/use-session.ts'
import { Button } from '#client/ui/button.tsx'
import { EmailText } from '#client/ui/email-text.tsx'
import { Row } from '#client/ui/layout.tsx'
import { pendingVerificationMessages } from '#shared/messages/auth.ts'
import { AccountPage } from './components/account-page.tsx'
import { followTarget } from './components/follow-target.ts'
import { ResendVerification } from './components/resend-verification.tsx'

export function VerifyEmailPendingScreen() {
  // Read once: the tab in which the link is opened takes it away, and this one then follows it by itself.
  const [pending] = useState(pendingVerification.read)
  const { user } = useSession()
  const hasCart = useCart().count > 0
  if (pending === null) return <Navigate to={paths.home} replace />
  if (user !== null) return <Navigate to={followTarget(pending)} replace />
  return (
    <AccountPage
      title={pendingVerificationMessages.title}
      aside={<NothingArrived hasCart={hasCart} isBuying={followTarget(pending) === paths.checkout} />}
      asideLabel="If nothing arrives"
    >
      <p>
        {pendingVerificationMessages.sentTo}{' '}
        <strong className="pending-address">
          <EmailText email={pending.email} />
        </strong>
      </p>
      <p>Open it here, or on another device with your password.{hasCart && ' Your cart waits here.'}</p>
      <Row>
        <ResendVerification email={pending.email} />
        <Button asChild>
          <Link to={paths.home}>{pendingVerificationMessages.backToHome}</Link>
        </Button>
      </Row>
    </AccountPage>
  )
}

function NothingArrived({ hasCart, isBuying }: { hasCart: boolean; isBuying: boolean }) {
  return (
    <>
      <h2 className="side-heading">Nothing there?</h2>
      <p className="side-text">
        Give it two minutes, then look among the junk. Is the address above the right one? If not,{' '}
        <Link className="link" to={paths.register(isBuying ? 'checkout' : undefined)}>
          sign up again
        </Link>{' '}
        with the one you meant and another username: the one you chose is taken now.
        {hasCart && ' Your cart stays.'}
      </p>
    </>
  )
}
