import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { ActButton } from '#client/features/admin/act-button.tsx'
import { Turns } from '#client/features/admin/parts/pager.tsx'
import { formatMinute } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { DataTable } from '#client/ui/data-table.tsx'
import { Stack } from '#client/ui/layout.tsx'
import { operationsMessages } from '#shared/messages/operations.ts'
import type { FailedJobOutput, JobsOutput } from '#shared/schemas/operations.ts'
import { jobLabels } from './operations-labels.ts'
import { OperationsPart } from './operations-part.tsx'

const PAGE = 25

export function OperationsJobs() {
  const [offset, setOffset] = useState(0)
  const jobs = trpc.admin.operations.jobs.useQuery(
    { offset },
    { placeholderData: keepPreviousData, staleTime: 0 },
  )
  return (
    <OperationsPart title={operationsMessages.jobs} query={jobs}>
      {(data) => (
        <Stack>
          <JobCounts counts={data.counts} />
          {data.failed.length > 0 && <OperationsFailedJobs jobs={data.failed} />}
          {(offset > 0 || data.hasMore) && (
            <Turns
              back={{
                text: 'Newer failures',
                onTurn: offset === 0 ? null : () => setOffset(offset - PAGE),
                end: 'These are the newest.',
              }}
              on={{
                text: 'Older failures',
                onTurn: data.hasMore ? () => setOffset(offset + PAGE) : null,
                end: 'There are no older ones.',
              }}
            />
          )}
        </Stack>
      )}
    </OperationsPart>
  )
}

type Counts = JobsOutput['counts'][number]

/** What failed stands first; the rest by what it is called here. */
function byFailures(one: Counts, other: Counts): number {
  return other.failed - one.failed || jobLabels(one.name).localeCompare(jobLabels(other.name), 'en')
}

/** A dash where there is nothing: what is there stands out. */
const figure = (count: number) => (count === 0 ? '–' : count)

/** Jobs that are merely planned, as most are most of the time, need no row each. */
function JobCounts({ counts }: Pick<JobsOutput, 'counts'>) {
  const isBusy = ({ waiting, active, failed }: Counts) => waiting + active + failed > 0
  const busy = counts.filter(isBusy).toSorted(byFailures)
  const planned = counts.filter((count) => !isBusy(count)).toSorted(byFailures)
  return (
    <>
      {busy.length > 0 ? <BusyJobs counts={busy} /> : <p>{operationsMessages.noJobs}</p>}
      {planned.length > 0 && (
        <p className="small quiet">
          Planned:{' '}
          {planned
            .map(({ name, delayed }) => (delayed > 1 ? `${jobLabels(name)} (${delayed})` : jobLabels(name)))
            .join(', ')}
          .
        </p>
      )}
    </>
  )
}

function BusyJobs({ counts }: Pick<JobsOutput, 'counts'>) {
  return (
    <DataTable
      caption="Jobs by kind"
      rows={counts}
      rowKey={({ name }) => name}
      columns={[
        { heading: 'Job', rowHeading: true, cell: ({ name }) => jobLabels(name) },
        { heading: 'Waiting', figure: true, cell: ({ waiting }) => figure(waiting) },
        { heading: 'Running', figure: true, cell: ({ active }) => figure(active) },
        { heading: 'Planned', figure: true, cell: ({ delayed }) => figure(delayed) },
        { heading: 'Failed', figure: true, cell: ({ failed }) => figure(failed) },
        {
          heading: 'Retry',
          hideHeading: true,
          cell: ({ name, failed }) => (failed > 1 ? <RetryAllButton name={name} /> : null),
        },
      ]}
    />
  )
}

function RetryAllButton({ name }: { name: string }) {
  return (
    <ActButton
      area="operations"
      act={({ operations }) => operations.retryJobs.mutate({ name })}
      done={({ retried, hasMore }) => ({
        title: retried === 1 ? 'One Job Retried' : `${retried} Jobs Retried`,
        ...(hasMore && { description: 'There are more. Press once more for the rest.' }),
        tone: 'good',
      })}
      failed={operationsMessages.retryFailed}
      aria-label={`Retry all that failed: ${jobLabels(name)}`}
    >
      Retry all
    </ActButton>
  )
}

function OperationsFailedJobs({ jobs }: { jobs: readonly FailedJobOutput[] }) {
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
  const when = failedAt === null ? '' : `, failed ${formatMinute(failedAt)}`
  return (
    <ActButton
      area="operations"
      act={({ operations }) => operations.retryJob.mutate({ id })}
      done={() => ({ title: operationsMessages.retried, description: jobLabels(name), tone: 'good' })}
      failed={operationsMessages.retryFailed}
      aria-label={`Retry ${jobLabels(name)}${when}`}
    >
      {operationsMessages.retry}
    </ActButton>
  )
}
