import { useState } from 'react'
import { Link, Navigate } from 'react-router'
import { useCart } from '#client/features/cart/use-cart.ts'
import { pendingVerification } from '#client/lib/stored.ts'
import { LinkButton } from '#client/site/link-button.tsx'
import { paths } from '#client/site/paths.ts'
import { useSession } from '#client/site/session/use-session.ts'
import { EmailText } from '#client/ui/email-text.tsx'
import { Row } from '#client/ui/layout.tsx'
import { pendingVerificationMessages } from '#shared/messages/auth.ts'
import { AccountPage } from './components/account-page.tsx'
import { followTarget } from './components/follow-target.ts'
import { ResendVerification } from './components/resend-verification.tsx'

export function VerifyEmailPendingScreen() {
  // Read once: the tab in which the link is opened clears it, and this one then follows.
  const [pending] = useState(pendingVerification.read)
  const { user } = useSession()
  const hasCart = useCart().count > 0
  if (pending === null) return <Navigate to={paths.home} replace />
  if (user !== null) return <Navigate to={followTarget(pending)} replace />
  const isBuying = followTarget(pending) === paths.checkout
  return (
    <AccountPage
      title={pendingVerificationMessages.title}
      asideLabel="If nothing arrives"
      asideHeading="Nothing there?"
      aside={
        <p className="side-text">
          Give it two minutes, then look among the junk. Is the address above the right one? If not,{' '}
          <Link className="link" to={paths.register(isBuying ? 'checkout' : undefined)}>
            sign up again
          </Link>{' '}
          with the one you meant and another username: the one you chose is taken now.
          {hasCart && ' Your cart stays.'}
        </p>
      }
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
        <LinkButton to={paths.home}>{pendingVerificationMessages.backToHome}</LinkButton>
      </Row>
    </AccountPage>
  )
}
