import { formatMinute } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Note } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { DataTable } from '#client/ui/data-table.tsx'
import { Status } from '#client/ui/status.tsx'
import { healthPartNames, incidentMessages, operationsMessages } from '#shared/messages/operations.ts'
import type { HealthOutput } from '#shared/schemas/operations.ts'
import { noticeLabels, partLabels } from './operations-labels.ts'
import { OperationsPart } from './operations-part.tsx'

/** Whether each part answers now, and what has stood still for a quarter of an hour. */
export function OperationsHealth() {
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
              const words = partLabels(part, health).join(' ')
              return words === '' ? '–' : <span className="table-text">{words}</span>
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
