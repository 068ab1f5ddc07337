import { keepPreviousData } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { ListChoice } from '#client/features/admin/parts/list-choice.tsx'
import { CursorPager } from '#client/features/admin/parts/pager.tsx'
import { PeriodDays } from '#client/features/admin/parts/period-days.tsx'
import { PERIODS, type Period, periodText } from '#client/features/admin/parts/periods.ts'
import { useFileDownload } from '#client/features/admin/parts/use-file-download.ts'
import { formatShortMinute } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { paths } from '#client/site/paths.ts'
import { Button } from '#client/ui/button.tsx'
import { DataTable } from '#client/ui/data-table.tsx'
import { EmailText } from '#client/ui/email-text.tsx'
import { Empty } from '#client/ui/empty.tsx'
import { operationsMessages } from '#shared/messages/operations.ts'
import { ACTOR_KINDS, type AuditChoicesOutput, type AuditEntryOutput } from '#shared/schemas/operations.ts'
import { ACTOR_LABELS, codeLabels, detailLabels, personLabels } from './operations-labels.ts'
import { OperationsPart } from './operations-part.tsx'

type Choice = { action: string; actor: string; cursor: string | null }

const EVERYTHING: Choice = { action: '', actor: '', cursor: null }

export function OperationsAudit() {
  const [choice, setChoice] = useState(EVERYTHING)
  const { action, actor, cursor } = choice
  const actorKind = ACTOR_KINDS.find((kind) => kind === actor) ?? null
  const adminId = actorKind === null && actor !== '' ? actor : null
  const log = trpc.admin.operations.audit.useQuery(
    { action, actorKind, adminId, cursor },
    { placeholderData: keepPreviousData, staleTime: 0 },
  )
  const choices = trpc.admin.operations.auditChoices.useQuery(undefined, { staleTime: 0 })
  const isNarrowed = action !== '' || actor !== ''
  return (
    <OperationsPart title={operationsMessages.audit} query={log}>
      {({ entries, nextCursor }) => (
        <>
          <Choices choice={choice} choices={choices.data} onChange={setChoice} />
          <AuditDownload />
          {entries.length > 0 ? (
            <OperationsEntries entries={entries} />
          ) : (
            <Empty
              symbol={<ScrollText aria-hidden="true" />}
              title={isNarrowed ? operationsMessages.noneMatch : operationsMessages.noEntries}
              action={
                isNarrowed && (
                  <Button size="sm" onClick={() => setChoice(EVERYTHING)}>
                    Show everything
                  </Button>
                )
              }
            />
          )}
          <CursorPager
            noun="entries"
            cursor={cursor}
            nextCursor={nextCursor}
            onCursorChange={(next) => setChoice({ ...choice, cursor: next })}
          />
        </>
      )}
    </OperationsPart>
  )
}

type ChoicesProps = {
  choice: Choice
  /** Absent until they are known. */
  choices: AuditChoicesOutput | undefined
  onChange: (choice: Choice) => void
}

/** Again from the newest entry: a page of another choice would be a page of nothing. */
function Choices({ choice, choices, onChange }: ChoicesProps) {
  const kinds = ACTOR_KINDS.map((kind) => [kind, ACTOR_LABELS[kind]] as const)
  const admins = choices?.admins.map(({ id, email }) => [id, email] as const) ?? []
  const actions = choices?.actions.map((one) => [one, codeLabels(one)] as const) ?? []
  return (
    <div className="operations-choices">
      <ListChoice
        label="Action"
        value={choice.action}
        options={[['', 'All actions'], ...actions]}
        onChange={(action) => onChange({ ...choice, action, cursor: null })}
      />
      <ListChoice
        label="Done by"
        value={choice.actor}
        options={[['', 'Everybody'], ...kinds, ...admins]}
        onChange={(actor) => onChange({ ...choice, actor, cursor: null })}
      />
    </div>
  )
}

function OperationsEntries({ entries }: { entries: readonly AuditEntryOutput[] }) {
  return (
    <DataTable
      caption="Entries of the audit log"
      rows={entries}
      rowKey={({ id }) => id}
      columns={[
        { heading: 'What', rowHeading: true, cell: ({ action }) => codeLabels(action) },
        { heading: 'When', cell: ({ at }) => <span className="figure">{formatShortMinute(at)}</span> },
        { heading: 'Done by', cell: ({ actor }) => <Name label={personLabels(actor)} /> },
        { heading: 'About', cell: ({ subject }) => <Subject subject={subject} /> },
        {
          heading: 'Details',
          cell: ({ details }) =>
            details.length === 0 ? (
              '–'
            ) : (
              <span className="table-text">{details.map(detailLabels).join(' · ')}</span>
            ),
        },
      ]}
    />
  )
}

function Name({ label }: { label: string }) {
  return (
    <span className="operations-name">
      <EmailText email={label} />
    </span>
  )
}

function Subject({ subject }: { subject: AuditEntryOutput['subject'] }) {
  const label = personLabels(subject)
  const { kind, id } = subject
  if (id === null || (kind !== 'student' && kind !== 'order')) return <Name label={label} />
  return (
    <Link
      className="link operations-name"
      to={kind === 'student' ? paths.adminStudent(id) : paths.adminOrder(id)}
    >
      <EmailText email={label} />
    </Link>
  )
}

const ALL_OF_IT: Period = { from: '2000-01-01', to: '2999-12-31' }
const OTHER_DAYS = 'own'
const FILE_PERIODS = [
  ...PERIODS.map(([name, label]) => [name, label] as const),
  [OTHER_DAYS, 'Own dates'] as const,
]

/** The whole log of a period as a file, whatever the list below is narrowed to. */
function AuditDownload() {
  const [now] = useState(() => new Date())
  const [name, setName] = useState<(typeof FILE_PERIODS)[number][0]>('quarter')
  const [own, setOwn] = useState<Period>({ from: '', to: '' })
  const preset = PERIODS.find(([one]) => one === name)
  const { from, to } = preset ? (preset[2](now) ?? ALL_OF_IT) : own
  const download = useFileDownload({
    address: `/api/admin/audit-log/${from}/${to}`,
    filename: `audit-log-${from}-to-${to}.csv`,
    failure: operationsMessages.auditFileFailed,
  })
  return (
    <div className="report-period">
      <ListChoice label="Period of the file" value={name} options={FILE_PERIODS} onChange={setName} />
      {name === OTHER_DAYS && <PeriodDays days={own} onChange={setOwn} />}
      <Button
        disabledWhy={periodText({ from, to }) === null && 'The first and the last day come first.'}
        loading={download.isPending}
        loadingText="Downloading…"
        onClick={() => download.mutate()}
      >
        Download CSV
      </Button>
    </div>
  )
}
