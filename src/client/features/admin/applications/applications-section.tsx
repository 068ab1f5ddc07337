import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { FailedPart } from '#client/features/admin/parts/failure.tsx'
import { PagedTable } from '#client/features/admin/parts/pager.tsx'
import { formatShortDay } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { paths } from '#client/site/paths.ts'
import { CountBadge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Split } from '#client/ui/layout.tsx'
import { adminDashboardMessages } from '#shared/messages/admin.ts'
import type { ApplicationOutput } from '#shared/schemas/admin-reports.ts'
import { ApplicationStatus, applicantName, waitingFirst } from './applicants.tsx'
import { ApplicationDialog } from './lazy-application-dialog.tsx'

type ApplicationsSectionProps = {
  /** Those that wait alone, with the way to all. */
  brief?: boolean
}

/** Shown only when there is an application (requirements §2). */
export function ApplicationsSection({ brief = false }: ApplicationsSectionProps) {
  const query = trpc.admin.refererApplications.useQuery()
  if (query.isError && !query.data)
    return <FailedPart query={query} className="admin-section" title={adminDashboardMessages.applications} />
  if (!query.data || query.data.length === 0) return null
  return <Applications applications={query.data} brief={brief} />
}

type ApplicationsProps = { applications: readonly ApplicationOutput[]; brief: boolean }

function Applications({ applications, brief }: ApplicationsProps) {
  const [readId, setReadId] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const pending = applications.filter(({ status }) => status === 'pending')
  const waiting = pending.length
  const rows = brief ? pending : applications
  const read = applications.find(({ id }) => id === readId)
  const isGone = !isOpen && read !== undefined && !rows.includes(read)
  useEffect(() => {
    // The button that opened it is gone, and the focus with it, unless that has moved on.
    if (isGone && document.activeElement === document.body) heading.current?.focus()
  }, [isGone])
  return (
    <section aria-labelledby="applications-heading" className="admin-section">
      <Split>
        <h2 ref={heading} tabIndex={-1} id="applications-heading" className="admin-heading">
          {adminDashboardMessages.applications}{' '}
          {waiting > 0 && <CountBadge count={waiting} label="pending" />}
        </h2>
        {brief && applications.length > waiting && (
          <Link className="link" to={`${paths.adminClubs}#applications-heading`}>
            {adminDashboardMessages.allApplications(applications.length)}
          </Link>
        )}
      </Split>
      {rows.length === 0 && <p className="quiet">{adminDashboardMessages.noneWaits}</p>}
      {rows.length > 0 && (
        <PagedTable
          pagesLabel="Pages of applications"
          pageSize={10}
          caption={adminDashboardMessages.applications}
          rows={waitingFirst(rows)}
          rowKey={({ id }) => id}
          columns={[
            { heading: 'Name', rowHeading: true, cell: applicantName },
            { heading: 'Applied', onCard: 'left', cell: ({ createdAt }) => formatShortDay(createdAt) },
            {
              heading: 'Type',
              wideOnly: true,
              cell: ({ applicantType }) => (applicantType === 'organization' ? 'Organization' : 'Individual'),
            },
            {
              heading: 'Status',
              onCard: 'right',
              cell: ({ status }) => <ApplicationStatus status={status} />,
            },
            {
              heading: 'Action',
              hideHeading: true,
              onCard: 'right',
              cell: (application) => (
                <Button
                  size="sm"
                  aria-label={`Read the application of ${applicantName(application)}`}
                  onClick={() => {
                    setReadId(application.id)
                    setOpen(true)
                  }}
                >
                  Read application
                </Button>
              ),
            },
          ]}
        />
      )}
      {isOpen && read && <ApplicationDialog application={read} onClose={() => setOpen(false)} />}
    </section>
  )
}
