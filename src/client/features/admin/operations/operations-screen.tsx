import { AdminFrame } from '#client/features/admin/admin-frame.tsx'
import { formatMinute } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Note } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { DataTable } from '#client/ui/data-table.tsx'
import { Status, type StatusLabel } from '#client/ui/status.tsx'
import { healthPartNames, incidentMessages, operationsMessages } from '#shared/messages/operations.ts'
import type { GoLiveOutput, HealthOutput } from '#shared/schemas/operations.ts'
import { OperationsAudit } from './operations-audit.tsx'
import { OperationsBackups } from './operations-backups.tsx'
import { OperationsBrowserErrors } from './operations-browser-errors.tsx'
import { OperationsDoctor } from './operations-doctor.tsx'
import { OperationsJobs } from './operations-jobs.tsx'
import { noticeLabels, partLabels } from './operations-labels.ts'
import { OperationsMails } from './operations-mails.tsx'
import { OperationsPart } from './operations-part.tsx'

export function OperationsScreen() {
  return (
    <AdminFrame title={operationsMessages.title}>
      <div className="operations">
        <OperationsHealth />
        <OperationsJobs />
        <OperationsMails />
        <OperationsBrowserErrors />
        <OperationsBackups />
        <OperationsDoctor />
        <OperationsGoLive />
        <OperationsAudit />
      </div>
    </AdminFrame>
  )
}

function OperationsHealth() {
  const health = trpc.admin.operations.health.useQuery(undefined, {
    staleTime: 0,
    // A part that is away answers late: nothing else on the page waits for it.
    trpc: { context: { skipBatch: true } },
  })
  return (
    <OperationsPart
      title={operationsMessages.health}
      query={health}
      action={
        <Button size="sm" loading={health.isFetching} onClick={() => void health.refetch()}>
          {operationsMessages.checkAgain}
        </Button>
      }
    >
      {(data) => <Health health={data} />}
    </OperationsPart>
  )
}

function Health({ health }: { health: HealthOutput }) {
  return (
    <>
      {health.alerts.map(({ part, since, notices }) => (
        <Note key={part} tone="bad" live="off" className="operations-lead" title={incidentMessages[part]}>
          {`Since ${formatMinute(since)}. ${noticeLabels(notices)}`}
        </Note>
      ))}
      <DataTable
        caption="Parts of the shop"
        rows={health.parts}
        rowKey={({ part }) => part}
        columns={[
          { heading: 'Part', rowHeading: true, cell: ({ part }) => healthPartNames[part] },
          { heading: 'State', cell: ({ state }) => <PartState state={state} /> },
          {
            heading: 'What waits',
            cell: ({ part }) => {
              const label = partLabels(part, health).join(' ')
              return label === '' ? '–' : <span className="table-text">{label}</span>
            },
          },
        ]}
      />
      <p className="list-note small quiet">Checked on {formatMinute(health.checkedAt)}.</p>
    </>
  )
}

function PartState({ state }: { state: HealthOutput['parts'][number]['state'] }) {
  if (state === 'ok') return <Status kind="done">Answers</Status>
  if (state === 'late') return <Status kind="stop">No answer in time</Status>
  return <Status kind="stop">Away</Status>
}

type Item = GoLiveOutput['items'][number]

const STATES: Record<Item['state'], StatusLabel> = {
  missing: { kind: 'stop', label: 'Missing' },
  demo: { kind: 'pending', label: 'Demo' },
  advised: { kind: 'not-started', label: 'Advised' },
  ready: { kind: 'done', label: 'Ready' },
}

function OperationsGoLive() {
  const goLive = trpc.admin.operations.goLive.useQuery(undefined, { staleTime: 0 })
  return (
    <OperationsPart title={operationsMessages.goLive} query={goLive}>
      {({ items }) => <GoLive items={items} />}
    </OperationsPart>
  )
}

function GoLive({ items }: GoLiveOutput) {
  const ready = items.filter(({ state }) => state === 'ready')
  return (
    <>
      <p className="operations-lead">
        {ready.length === items.length
          ? 'Everything is ready.'
          : `${ready.length} of ${items.length} are ready. Settings are variables of the environment: the shop reads them when it starts, and .env.example explains each.`}
      </p>
      <DataTable
        caption={operationsMessages.goLive}
        rows={[...items.filter(({ state }) => state !== 'ready'), ...ready]}
        rowKey={({ title }) => title}
        columns={[
          { heading: 'What', rowHeading: true, cell: ({ title }) => title },
          {
            heading: 'State',
            cell: ({ state }) => <Status {...STATES[state]} />,
          },
          { heading: 'Now', cell: ({ now }) => <span className="table-text">{now}</span> },
          {
            heading: 'What to do',
            cell: ({ change }) => (change === null ? null : <span className="table-text">{change}</span>),
          },
        ]}
      />
    </>
  )
}
