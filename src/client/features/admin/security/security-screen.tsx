import type { inferRouterOutputs } from '@trpc/server'
import { AdminFrame } from '#client/features/admin/admin-frame.tsx'
import { toastFailure } from '#client/features/admin/parts/failure.tsx'
import { Fetched } from '#client/features/admin/parts/fetched.tsx'
import { PagedTable } from '#client/features/admin/parts/pager.tsx'
import { errorCode } from '#client/lib/error-text.ts'
import { formatMinute, formatShortDay, formatShortMinute } from '#client/lib/format.ts'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import type { Column } from '#client/ui/data-table.tsx'
import { Status } from '#client/ui/status.tsx'
import type { AppRouter } from '#server/router.ts'
import { deviceMessages } from '#shared/messages/account.ts'
import { securityMessages } from '#shared/messages/admin.ts'
import { deviceName } from '#shared/text/device-name.ts'
import { SecurityAuthenticator } from './security-authenticator.tsx'
import { SecurityEvents } from './security-events.tsx'

export function SecurityScreen() {
  return (
    <AdminFrame title={securityMessages.title}>
      <SecurityAuthenticator />
      <SessionsSection />
      <SecurityEvents />
    </AdminFrame>
  )
}

type AdminSession = inferRouterOutputs<AppRouter>['admin']['sessions'][number]

/** Where the admin is signed in: a lost laptop is shut out from here. */
function SessionsSection() {
  const sessions = trpc.admin.sessions.useQuery()
  return (
    <section aria-labelledby="sessions-heading" className="admin-section">
      <h2 id="sessions-heading" className="admin-heading">
        Where you are signed in
      </h2>
      <Fetched query={sessions} showsEveryError>
        {(rows) => (
          <PagedTable
            pagesLabel="Pages of sessions"
            pageSize={10}
            caption="Where you are signed in"
            rows={rows}
            rowKey={({ id }) => id}
            columns={COLUMNS}
          />
        )}
      </Fetched>
    </section>
  )
}

const COLUMNS: Column<AdminSession>[] = [
  { heading: 'Device', rowHeading: true, cell: ({ userAgent }) => deviceName(userAgent) },
  { heading: 'Last used', cell: ({ lastUsedAt }) => formatShortMinute(lastUsedAt) },
  { heading: 'Signed in', wideOnly: true, cell: ({ createdAt }) => formatShortDay(createdAt) },
  { heading: 'Ends', wideOnly: true, cell: ({ expiresAt }) => formatShortDay(expiresAt) },
  {
    heading: 'Sign out',
    hideHeading: true,
    cell: (session) =>
      session.isCurrent ? <Status kind="done">This device</Status> : <EndButton session={session} />,
  },
]

function EndButton({ session }: { session: AdminSession }) {
  const device = deviceName(session.userAgent)
  const utils = trpc.useUtils()
  const end = trpc.admin.revokeSession.useMutation({
    onSuccess: () => toast({ title: deviceMessages.ended, description: device, tone: 'good' }),
    onError: (error) => toastFailure(deviceMessages.endFailedTitle, error),
    // One that had ended already leaves the list all the same.
    onSettled: (_answer, error) =>
      error === null || errorCode(error) === 'NOT_FOUND' ? utils.admin.sessions.invalidate() : undefined,
  })
  return (
    <Button
      size="sm"
      loading={end.isPending}
      aria-label={`Sign out ${device}, last used ${formatMinute(session.lastUsedAt)}`}
      onClick={() => end.mutate({ id: session.id })}
    >
      Sign out
    </Button>
  )
}
