import { useState } from 'react'
import { FailedPart } from '#client/features/admin/parts/failure.tsx'
import { PagedTable } from '#client/features/admin/parts/pager.tsx'
import { formatShortDay } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { CountBadge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { adminDashboardMessages } from '#shared/messages/admin.ts'
import type { ApplicationOutput } from '#shared/schemas/admin-reports.ts'
import { ApplicationStatus, applicantName, waitingFirst } from './applicants.tsx'
import { ApplicationDialog } from './open-application.tsx'

/** Shown only when there is an application (requirements §2). */
export function ApplicationsSection() {
  const query = trpc.admin.refererApplications.useQuery()
  if (query.isError && !query.data)
    return <FailedPart query={query} className="admin-section" title={adminDashboardMessages.applications} />
  if (!query.data || query.data.length === 0) return null
  return <Applications applications={query.data} />
}

function Applications({ applications }: { applications: readonly ApplicationOutput[] }) {
  const [openId, setOpenId] = useState<string | null>(null)
  const waiting = applications.filter(({ status }) => status === 'pending').length
  const open = applications.find(({ id }) => id === openId)
  return (
    <section aria-labelledby="applications-heading" className="admin-section">
      <h2 id="applications-heading" className="admin-heading">
        {adminDashboardMessages.applications} {waiting > 0 && <CountBadge count={waiting} label="pending" />}
      </h2>
      <PagedTable
        pagesLabel="Pages of applications"
        pageSize={10}
        caption={adminDashboardMessages.applications}
        rows={waitingFirst(applications)}
        rowKey={({ id }) => id}
        columns={[
          { heading: 'Name', rowHeading: true, cell: applicantName },
          { heading: 'Applied', onCard: 'left', cell: ({ createdAt }) => formatShortDay(createdAt) },
          {
            heading: 'Type',
            wideOnly: true,
            cell: ({ applicantType }) => (applicantType === 'organization' ? 'Organization' : 'Individual'),
          },
          { heading: 'Status', onCard: 'right', cell: ({ status }) => <ApplicationStatus status={status} /> },
          {
            heading: 'Action',
            hideHeading: true,
            onCard: 'right',
            cell: (application) => (
              <Button
                size="sm"
                aria-label={`Read the application of ${applicantName(application)}`}
                onClick={() => setOpenId(application.id)}
              >
                Read application
              </Button>
            ),
          },
        ]}
      />
      {open && <ApplicationDialog application={open} onClose={() => setOpenId(null)} />}
    </section>
  )
}
