import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '#client/site/paths.ts'
import { PrintHead } from '#client/site/print-head.tsx'
import { useSession } from '#client/site/session/use-session.ts'
import { Note, type NoteProps } from '#client/ui/alert.tsx'
import { Button, type ButtonProps } from '#client/ui/button.tsx'
import { Page, Row } from '#client/ui/layout.tsx'
import { checkoutSuccessMessages } from '#shared/messages/checkout.ts'
import { GoToVideosButton } from './go-to-videos-button.tsx'

type OutcomePageProps = {
  title: string
  tone?: NoteProps['tone']
  children: ReactNode
  /** The way on that fits; the home page is always offered, My Videos unless the way on is to sign in. */
  actions?: ReactNode
  isVideosFirst?: boolean
}

/** One answer about one payment, announced when it changes. */
export function OutcomePage({ title, tone = 'plain', children, actions, isVideosFirst }: OutcomePageProps) {
  const { status } = useSession()
  const hasSignIn = status === 'signed-out' && actions !== undefined
  return (
    <Page>
      <PrintHead />
      <h1>{title}</h1>
      <Note tone={tone} live="status" className="lone-note">
        {children}
      </Note>
      <Row className="outcome-actions">
        {actions}
        {!hasSignIn && <GoToVideosButton variant={isVideosFirst ? 'go' : 'line'} />}
        <LinkButton to={paths.home} variant="line">
          {checkoutSuccessMessages.returnHome}
        </LinkButton>
      </Row>
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
