import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Link, Navigate } from 'react-router'
import { useCart } from '#client/features/cart/use-cart.ts'
import { pendingVerification } from '#client/lib/stored.ts'
import { trpc } from '#client/lib/trpc.ts'
import { LinkButton } from '#client/site/link-button.tsx'
import { paths } from '#client/site/paths.ts'
import { useSession } from '#client/site/session/use-session.ts'
import { TextButton } from '#client/ui/button.tsx'
import { EmailText } from '#client/ui/email-text.tsx'
import { Row } from '#client/ui/layout.tsx'
import { Spinner } from '#client/ui/spinner.tsx'
import { Status } from '#client/ui/status.tsx'
import { pendingVerificationMessages, verifyEmailMessages } from '#shared/messages/auth.ts'
import { AccountPage } from './components/account-page.tsx'
import { followTarget } from './components/follow-target.ts'
import { ResendVerification } from './components/resend-verification.tsx'
import { arrivedWith } from './components/turned-away.tsx'

/** Few people mistype, and a form is heavier than all the rest of the page. */
const ChangeAddress = lazy(async () => {
  const { ChangeAddress } = await import('./components/change-address.tsx')
  return { default: ChangeAddress }
})

const ASK_AGAIN_MS = 5_000
const VERIFIED = {
  tone: 'good',
  title: verifyEmailMessages.verified,
  text: 'Sign in, and you go on from here.',
} as const

export function VerifyEmailPendingScreen() {
  // Read once: the tab in which the link is opened clears it, and this one then follows.
  const [pending, setPending] = useState(pendingVerification.read)
  const [change, setChange] = useState<'none' | 'open' | 'kept' | 'sent'>('none')
  const { user } = useSession()
  const hasCart = useCart().count > 0
  const { data: state } = trpc.auth.verificationState.useQuery(
    { waiting: pending?.waiting ?? '' },
    {
      enabled: pending?.waiting !== undefined && user === null,
      refetchInterval: ({ state: { data } }) => (data?.isVerified ? false : ASK_AGAIN_MS),
    },
  )
  if (pending === null) return <Navigate to={paths.home} replace />
  if (user !== null) return <Navigate to={followTarget(pending)} replace />
  const isBuying = followTarget(pending) === paths.checkout
  const signIn = paths.login(isBuying ? 'checkout' : undefined)
  if (state?.isVerified) return <Navigate to={signIn} replace state={arrivedWith(VERIFIED, pending.email)} />
  /** What the address can be changed with, while it is. */
  const waiting = change === 'open' ? pending.waiting : undefined
  return (
    <AccountPage
      title={waiting !== undefined ? 'Change the address' : pendingVerificationMessages.title}
      step={isBuying ? 'Confirm email' : undefined}
      asideLabel="If nothing arrives"
      asideHeading="Nothing there?"
      aside={
        <p className="side-text">
          Give it two minutes, then look among the junk.
          {pending.waiting === undefined && (
            <>
              {' '}
              Is the address above the right one? If not,{' '}
              <Link className="link" to={paths.register(isBuying ? 'checkout' : undefined)}>
                sign up again
              </Link>{' '}
              with the one you meant and another username: the one you chose is taken now.
            </>
          )}{' '}
          Still nothing?{' '}
          <Link className="link" to={paths.contact}>
            Write to us
          </Link>
          .
        </p>
      }
    >
      {waiting !== undefined ? (
        <Suspense fallback={<Spinner />}>
          <ChangeAddress
            email={pending.email}
            waiting={waiting}
            onKeep={() => setChange('kept')}
            onChanged={(email) => {
              const changed = { ...pending, email }
              pendingVerification.write(changed)
              setPending(changed)
              setChange('sent')
            }}
          />
        </Suspense>
      ) : (
        <>
          <p>
            {pendingVerificationMessages.sentTo}{' '}
            <strong className="pending-address">
              <EmailText email={pending.email} />
            </strong>
          </p>
          {pending.waiting !== undefined && (
            <Row>
              <ChangeButton isBack={change !== 'none'} onPress={() => setChange('open')} />
              {change === 'sent' && (
                <Status kind="done" live>
                  {pendingVerificationMessages.sent}
                </Status>
              )}
            </Row>
          )}
          <p>
            Open it here, or on another device with your password. This page then goes on by itself.
            {hasCart && ' Your cart waits here.'}
          </p>
          <p>
            While you wait,{' '}
            <Link className="link" to={paths.check}>
              check that films play on this device
            </Link>
            .
          </p>
          <Row className="outcome-actions">
            <LinkButton to={signIn} variant="go">
              {pendingVerificationMessages.confirmed}
            </LinkButton>
            <ResendVerification key={pending.email} email={pending.email} />
            <LinkButton to={paths.home}>{pendingVerificationMessages.backToHome}</LinkButton>
          </Row>
        </>
      )}
    </AccountPage>
  )
}

/** Gets the focus back from the form it leads to. */
function ChangeButton({ isBack, onPress }: { isBack: boolean; onPress: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isBack) button.current?.focus()
  }, [isBack])
  return (
    <TextButton ref={button} onClick={onPress}>
      Wrong address? Change it
    </TextButton>
  )
}
