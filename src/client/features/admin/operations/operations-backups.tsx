import { useAdminMutation } from '#client/features/admin/use-admin-mutation.ts'
import { formatMinute } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Note } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { DataTable } from '#client/ui/data-table.tsx'
import { Status } from '#client/ui/status.tsx'
import { operationsMessages } from '#shared/messages/operations.ts'
import type { BackupRunOutput, BackupsOutput } from '#shared/schemas/operations.ts'
import { OperationsPart } from './operations-part.tsx'

/** The last backup and the last drill, and whether a restored shop is still on hold. */
export function OperationsBackups() {
  const backups = trpc.admin.operations.backups.useQuery(undefined, { staleTime: 0 })
  return (
    <OperationsPart title={operationsMessages.backups} query={backups}>
      {(data) => <Backups {...data} />}
    </OperationsPart>
  )
}

function Backups({ isNightly, hasOwnKey, isOnHold, backup, drill }: BackupsOutput) {
  return (
    <>
      {isOnHold && (
        <Note
          tone="bad"
          live="off"
          className="operations-lead"
          title={operationsMessages.onHold}
          actions={<ReleaseButton />}
        >
          No mail goes out but sign-in codes, no refund is sent and no bank file is made.
        </Note>
      )}
      <DataTable
        caption={operationsMessages.backups}
        rows={[
          { name: 'Backup', run: backup, none: operationsMessages.noBackup },
          { name: 'Drill', run: drill, none: operationsMessages.noDrill },
        ]}
        rowKey={({ name }) => name}
        columns={[
          { heading: 'Last', rowHeading: true, cell: ({ name }) => name },
          { heading: 'State', cell: ({ run, none }) => (run ? <RunState run={run} /> : none) },
          { heading: 'Begun', cell: ({ run }) => (run ? formatMinute(run.startedAt) : '–') },
          {
            heading: 'What',
            cell: ({ run }) => <span className="table-text">{run ? describeRun(run) : '–'}</span>,
          },
        ]}
      />
      <p className="list-note small quiet">
        {isNightly
          ? 'One is made each night at 2:00 UTC; of the old ones seven days, four weeks and twelve months stay.'
          : 'None is made by itself: BACKUP_DIR is not set.'}
        {!hasOwnKey && ' Their key is on this machine alone: BACKUP_KEY is not set.'}
      </p>
    </>
  )
}

function RunState({ run: { state } }: { run: BackupRunOutput }) {
  if (state === 'good') return <Status kind="done">Good</Status>
  if (state === 'running') return <Status kind="pending">Running</Status>
  return <Status kind="stop">Failed</Status>
}

function describeRun({ reason, seconds, bytes, rows, fileName }: BackupRunOutput): string {
  if (reason !== null) return reason
  const parts = [
    fileName,
    rows !== null && `${rows.toLocaleString('en-GB')} rows`,
    bytes !== null && `${(bytes / 1_000_000).toFixed(1)} MB`,
    seconds !== null && `${seconds} s`,
  ]
  return parts.filter(Boolean).join(', ')
}

function ReleaseButton() {
  const release = useAdminMutation({
    area: 'operations',
    act: ({ operations }) => operations.release.mutate(),
    done: () => ({ title: operationsMessages.released, tone: 'good' }),
    failed: operationsMessages.releaseFailed,
  })
  return (
    <Button size="sm" loading={release.isPending} onClick={() => release.mutate()}>
      {operationsMessages.release}
    </Button>
  )
}
