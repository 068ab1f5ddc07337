import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { adminDashboardMessages } from '#shared/messages/admin.ts'
import { networkMessages } from '#shared/messages/site.ts'
import { paths } from '../../../app/paths.ts'
import { findRoute } from '../../../app/routes.tsx'
import { toast } from '../../../lib/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { Row, Split } from '../../../ui/wrap.tsx'
import { failureText } from '../failure-text.ts'

type DashboardHeadProps = { adminEmail: string; onSignOut: () => Promise<void> }

/** What it is, who is in, and the ways out. */
export function DashboardHead({ adminEmail, onSignOut }: DashboardHeadProps) {
  const leave = useMutation({
    mutationFn: onSignOut,
    onError: (error) => toast({ title: failureText(error, networkMessages.failed), tone: 'bad' }),
  })
  const hasBulkEmail = findRoute(paths.bulkEmail) !== null
  return (
    <>
      <h1>{adminDashboardMessages.title}</h1>
      <Split className="mt-3 items-center">
        <Row>
          <Button size="sm" asChild>
            <Link to={paths.home}>Back to homepage</Link>
          </Button>
          {hasBulkEmail && (
            <Button size="sm" asChild>
              <Link to={paths.bulkEmail}>{adminDashboardMessages.bulkEmail}</Link>
            </Button>
          )}
        </Row>
        <Row>
          <span className="quiet break-all">{adminEmail}</span>
          <Button size="sm" loading={leave.isPending} onClick={() => leave.mutate()}>
            Log out
          </Button>
        </Row>
      </Split>
    </>
  )
}
