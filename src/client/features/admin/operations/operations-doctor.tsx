import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { DataTable } from '#client/ui/data-table.tsx'
import { Status, type StatusKind } from '#client/ui/status.tsx'
import { operationsMessages } from '#shared/messages/operations.ts'
import type { DoctorFinding } from '#shared/schemas/operations.ts'
import { OperationsPart } from './operations-part.tsx'

const LEVELS: Record<DoctorFinding['level'], { kind: StatusKind; label: string }> = {
  good: { kind: 'done', label: 'Good' },
  warning: { kind: 'pending', label: 'Look at it' },
  bad: { kind: 'stop', label: 'Does not work' },
}

const WHAT = 'Database, queue, mail and its DNS records, Stripe, disk, clock, schedules and backups.'

/** What `npm run doctor` says, asked for by a press: it reaches out to every part, to DNS and to Stripe. */
export function OperationsDoctor() {
  const findings = trpc.admin.operations.doctor.useQuery(undefined, {
    enabled: false,
    trpc: { context: { skipBatch: true } },
  })
  const isNew = findings.data === undefined && !findings.isError
  return (
    <OperationsPart
      title={operationsMessages.doctor}
      query={isNew ? { ...findings, data: [] } : findings}
      action={
        <Button size="sm" loading={findings.isFetching} onClick={() => void findings.refetch()}>
          {operationsMessages.runDoctor}
        </Button>
      }
    >
      {(data) => (data.length === 0 ? <p>{WHAT}</p> : <Findings findings={data} />)}
    </OperationsPart>
  )
}

function Findings({ findings }: { findings: DoctorFinding[] }) {
  return (
    <DataTable
      caption={operationsMessages.doctor}
      rows={findings}
      rowKey={({ check, found }) => `${check} ${found}`}
      columns={[
        { heading: 'Check', rowHeading: true, cell: ({ check }) => check },
        {
          heading: 'State',
          cell: ({ level }) => <Status kind={LEVELS[level].kind}>{LEVELS[level].label}</Status>,
        },
        {
          heading: 'What was found',
          cell: ({ found, remedy }) => (
            <span className="table-text">
              {found}
              {remedy !== null && <span className="second-line">{remedy}</span>}
            </span>
          ),
        },
      ]}
    />
  )
}
