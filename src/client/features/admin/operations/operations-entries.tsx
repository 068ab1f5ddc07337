import { Link } from 'react-router'
import { formatShortMinute } from '#client/lib/format.ts'
import { paths } from '#client/site/paths.ts'
import { DataTable } from '#client/ui/data-table.tsx'
import { EmailText } from '#client/ui/email-text.tsx'
import type { AuditEntryOutput } from '#shared/schemas/operations.ts'
import { codeLabels, detailLabels, personLabels } from './operations-labels.ts'

/** Entries of the audit log, each with who, what, about whom, and the facts that were kept. */
export function OperationsEntries({ entries }: { entries: readonly AuditEntryOutput[] }) {
  return (
    <DataTable
      caption="Entries of the audit log"
      rows={entries}
      rowKey={({ id }) => id}
      roomy
      columns={[
        { heading: 'What', rowHeading: true, cell: ({ action }) => codeLabels(action) },
        { heading: 'When', cell: ({ at }) => <span className="figure">{formatShortMinute(at)}</span> },
        { heading: 'Done by', cell: ({ actor }) => <Name words={personLabels(actor)} /> },
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

function Name({ words }: { words: string }) {
  return (
    <span className="operations-name">
      <EmailText email={words} />
    </span>
  )
}

function Subject({ subject }: { subject: AuditEntryOutput['subject'] }) {
  const words = personLabels(subject)
  const { kind, id } = subject
  if (id !== null && kind === 'student') return <SubjectLink to={paths.adminStudent(id)} words={words} />
  if (id !== null && kind === 'order') return <SubjectLink to={paths.adminOrder(id)} words={words} />
  return <Name words={words} />
}

function SubjectLink({ to, words }: { to: string; words: string }) {
  return (
    <Link className="link operations-name" to={to}>
      <EmailText email={words} />
    </Link>
  )
}
