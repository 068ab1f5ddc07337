import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { authToken } from '#client/lib/stored.ts'
import { paths } from '#client/site/paths.ts'
import { PrintHead } from '#client/site/print-head.tsx'
import { useSession } from '#client/site/session/use-session.ts'
import { Note, type NoteProps } from '#client/ui/alert.tsx'
import { Button, type ButtonProps } from '#client/ui/button.tsx'
import { Page, Row, TwoColumns } from '#client/ui/layout.tsx'
import { checkoutSuccessRedirectMs } from '#shared/limits.ts'
import { checkoutMessages, checkoutSuccessMessages } from '#shared/messages/checkout.ts'

export type OutcomePageProps = {
  title: string
  tone?: NoteProps['tone']
  children: ReactNode
  /** The way on that fits; the home page is always offered, My Videos unless the way on is to sign in. */
  actions?: ReactNode
  /** What few people want. */
  lastAction?: ReactNode
  isVideosFirst?: boolean
  /** The order it is about. */
  aside?: ReactNode
}

/** One answer about one payment, announced when it changes. */
export function OutcomePage(props: OutcomePageProps) {
  const { title, tone = 'plain', children, actions, lastAction, isVideosFirst, aside } = props
  const { status } = useSession()
  const hasSignIn = status === 'signed-out' && actions !== undefined
  const answer = (
    <>
      <Note tone={tone} live="status" className={aside ? '' : 'lone-note'}>
        {children}
      </Note>
      <Row className="outcome-actions">
        {actions}
        {!hasSignIn && <GoToVideosButton variant={isVideosFirst ? 'go' : 'line'} />}
        <LinkButton to={paths.home} variant="line">
          {checkoutSuccessMessages.returnHome}
        </LinkButton>
        {lastAction}
      </Row>
    </>
  )
  return (
    <Page className="checkout">
      <PrintHead />
      <h1>{title}</h1>
      {aside ? (
        <TwoColumns aside={aside} asideLabel={checkoutMessages.orderSummary}>
          {answer}
        </TwoColumns>
      ) : (
        answer
      )}
    </Page>
  )
}

type LinkButtonProps = { to: string; variant?: NonNullable<ButtonProps['variant']>; children: ReactNode }

export function LinkButton({ to, variant = 'go', children }: LinkButtonProps) {
  return (
    <Button asChild variant={variant}>
      <Link to={to}>{children}</Link>
    </Button>
  )
}

type GoToVideosButtonProps = Pick<ButtonProps, 'variant'> & { loadPage?: (path: string) => void }

/**
 * To the buyer's own dashboard after 100 ms; with a token whose check could not be made, by loading the page again;
 * with neither, to sign in (requirements §4).
 */
export function GoToVideosButton({ variant = 'line', loadPage = loadPageAgain }: GoToVideosButtonProps) {
  const { user } = useSession()
  const navigate = useNavigate()
  const [isLeaving, setLeaving] = useState(false)
  const leave = useEffectEvent(() => {
    setLeaving(false)
    if (user !== null) void navigate(paths.dashboard(user.id))
    else if (authToken.read() !== null) loadPage(paths.dashboard())
    else void navigate(paths.login())
  })
  useEffect(() => {
    if (!isLeaving) return
    const timer = setTimeout(() => leave(), checkoutSuccessRedirectMs)
    return () => clearTimeout(timer)
  }, [isLeaving])
  return (
    <Button variant={variant} loading={isLeaving} onClick={() => setLeaving(true)}>
      {checkoutSuccessMessages.goToVideos}
    </Button>
  )
}

function loadPageAgain(path: string) {
  location.assign(path)
}
