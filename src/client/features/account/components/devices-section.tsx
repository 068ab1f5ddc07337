import { useState } from 'react'
import { errorCode } from '#client/lib/error-text.ts'
import { formatDay, formatMinute } from '#client/lib/format.ts'
import { LoadError } from '#client/lib/load-error.tsx'
import { toast } from '#client/lib/toast.ts'
import { toastError } from '#client/lib/toast-error.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useSession } from '#client/site/session/use-session.ts'
import { Button } from '#client/ui/button.tsx'
import { DataTable } from '#client/ui/data-table.tsx'
import { ConfirmDialog } from '#client/ui/dialog.tsx'
import { Loading, TableToCome } from '#client/ui/skeleton.tsx'
import { Status } from '#client/ui/status.tsx'
import { deviceMessages } from '#shared/messages/account.ts'
import type { SessionOutput } from '#shared/schemas/account.ts'
import { AccountSection, SECTIONS } from './section.tsx'

export function DevicesSection() {
  const sessions = trpc.auth.sessions.useQuery()
  return (
    <AccountSection {...SECTIONS.devices}>
      {sessions.isPending && (
        <Loading label="Your devices are being fetched">
          <TableToCome rows={1} />
        </Loading>
      )}
      {sessions.isError && <LoadError query={sessions} />}
      {sessions.data && <Devices sessions={sessions.data} />}
      <SignOutEverywhere />
    </AccountSection>
  )
}

function Devices({ sessions }: { sessions: SessionOutput[] }) {
  return (
    <DataTable
      caption="Devices that are signed in"
      rows={sessions}
      rowKey={({ id }) => id}
      columns={[
        { heading: 'Device', rowHeading: true, cell: ({ device }) => device },
        {
          heading: 'Last used',
          cell: ({ lastUsedAt }) => <span className="figure">{formatMinute(lastUsedAt)}</span>,
        },
        {
          heading: 'Signed in',
          wideOnly: true,
          cell: ({ createdAt }) => <span className="figure">{formatDay(createdAt)}</span>,
        },
        {
          heading: 'Sign out',
          hideHeading: true,
          cell: (session) =>
            session.isCurrent ? <Status kind="done">This device</Status> : <EndButton session={session} />,
        },
      ]}
    />
  )
}

function EndButton({ session }: { session: SessionOutput }) {
  const utils = trpc.useUtils()
  const end = trpc.auth.endSession.useMutation({
    onSuccess: () => toast({ title: deviceMessages.ended, description: session.device, tone: 'good' }),
    onError(error) {
      toastError(deviceMessages.endFailedTitle, error)
    },
    // One that had ended already leaves the list all the same.
    onSettled: (_, error) =>
      error === null || errorCode(error) === 'SESSION_NOT_FOUND'
        ? utils.auth.sessions.invalidate()
        : undefined,
  })
  return (
    <Button
      size="sm"
      loading={end.isPending}
      aria-label={`Sign out ${session.device}, last used ${formatMinute(session.lastUsedAt)}`}
      onClick={() => end.mutate({ sessionId: session.id })}
    >
      Sign out
    </Button>
  )
}

function SignOutEverywhere() {
  const [isConfirming, setConfirming] = useState(false)
  const session = useSession()
  const end = trpc.auth.endEverySession.useMutation({
    onSuccess: () => session.signOut(),
    onError(error) {
      setConfirming(false)
      toastError(deviceMessages.endFailedTitle, error)
    },
  })
  return (
    <>
      <p className="row">
        <Button onClick={() => setConfirming(true)}>Sign out everywhere</Button>
      </p>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title="Sign out everywhere"
        confirmText="Sign out everywhere"
        loading={end.isPending}
        onConfirm={() => end.mutate()}
      >
        Every device is signed out, this one too, and films that play stop within five minutes. You sign in
        again with your password.
      </ConfirmDialog>
    </>
  )
}
