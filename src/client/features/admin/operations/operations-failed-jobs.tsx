import { useAdminMutation } from '#client/features/admin/use-admin-mutation.ts'
import { formatMinute } from '#client/lib/format.ts'
import { Button } from '#client/ui/button.tsx'
import { DataTable } from '#client/ui/data-table.tsx'
import { operationsMessages } from '#shared/messages/operations.ts'
import type { FailedJobOutput } from '#shared/schemas/operations.ts'
import { jobLabels } from './operations-labels.ts'

/** Jobs that had all their tries, the newest first, with what the last one ended with. */
export function OperationsFailedJobs({ jobs }: { jobs: readonly FailedJobOutput[] }) {
  return (
    <div>
      <h3 className="admin-heading">{operationsMessages.failedJobs}</h3>
      <DataTable
        caption={operationsMessages.failedJobs}
        rows={jobs}
        rowKey={({ id }) => id}
        columns={[
          { heading: 'Job', rowHeading: true, cell: ({ name }) => jobLabels(name) },
          {
            heading: 'Reason',
            cell: ({ reason }) => <span className="table-text">{reason || 'Not known'}</span>,
          },
          { heading: 'Tries', figure: true, cell: ({ attempts }) => attempts },
          {
            heading: 'Failed',
            cell: ({ failedAt }) => (failedAt === null ? 'Not known' : formatMinute(failedAt)),
          },
          { heading: 'Retry', hideHeading: true, cell: (job) => <RetryButton job={job} /> },
        ]}
      />
    </div>
  )
}

function RetryButton({ job: { id, name, failedAt } }: { job: FailedJobOutput }) {
  const retry = useAdminMutation({
    area: 'operations',
    act: ({ operations }) => operations.retryJob.mutate({ id }),
    done: () => ({ title: operationsMessages.retried, description: jobLabels(name), tone: 'good' }),
    failed: operationsMessages.retryFailed,
  })
  const when = failedAt === null ? '' : `, failed ${formatMinute(failedAt)}`
  return (
    <Button
      size="sm"
      loading={retry.isPending}
      aria-label={`Retry ${jobLabels(name)}${when}`}
      onClick={() => retry.mutate()}
    >
      {operationsMessages.retry}
    </Button>
  )
}
