import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { toast } from '#client/lib/toast.ts'
import { paths } from '#client/site/paths.ts'
import { Button } from '#client/ui/button.tsx'
import { EmailText } from '#client/ui/email-text.tsx'
import { Row, Split } from '#client/ui/layout.tsx'
import { networkMessages } from '#shared/messages/site.ts'
import { AdminNav } from './admin-nav.tsx'
import { failureText } from './parts/failure-text.ts'

type AdminHeadProps = {
  title: ReactNode
  actions?: ReactNode
  adminEmail: string
  /** Absent until it is known who is in. */
  onSignOut?: () => Promise<void>
}

/** What it is, who is in, and the ways out. */
export function AdminHead({ title, actions, adminEmail, onSignOut }: AdminHeadProps) {
  const leave = useMutation({
    mutationFn: async () => onSignOut?.(),
    onError: (error) => toast({ title: failureText(error, networkMessages.failed), tone: 'bad' }),
  })
  return (
    <>
      <AdminNav isIn={adminEmail !== ''} />
      <h1>{title}</h1>
      <Split className="admin-head">
        <Row>
          <Button size="sm" asChild>
            <Link to={paths.home}>Back to homepage</Link>
          </Button>
          {actions}
        </Row>
        <Row>
          <span className="quiet">
            <EmailText email={adminEmail} />
          </span>
          {onSignOut && (
            <Button size="sm" loading={leave.isPending} onClick={() => leave.mutate()}>
              Log out
            </Button>
          )}
        </Row>
      </Split>
    </>
  )
}
