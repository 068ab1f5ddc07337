import { trpc } from '#client/lib/trpc.ts'
import { DataTable } from '#client/ui/data-table.tsx'
import { Status, type StatusKind } from '#client/ui/status.tsx'
import { operationsMessages } from '#shared/messages/operations.ts'
import type { GoLiveOutput } from '#shared/schemas/operations.ts'
import { OperationsPart } from './operations-part.tsx'

type Item = GoLiveOutput['items'][number]

const STATES: Record<Item['state'], { kind: StatusKind; words: string }> = {
  missing: { kind: 'stop', words: 'Missing' },
  demo: { kind: 'pending', words: 'Demo' },
  advised: { kind: 'not-started', words: 'Advised' },
  ready: { kind: 'done', words: 'Ready' },
}

/** What is still demo or missing, and how it is changed. */
export function OperationsGoLive() {
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
            cell: ({ state }) => <Status kind={STATES[state].kind}>{STATES[state].words}</Status>,
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
