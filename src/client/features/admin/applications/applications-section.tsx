import { useState } from 'react'
import { FailedPart } from '#client/features/admin/parts/failed-part.tsx'
import { Pager, pageOf } from '#client/features/admin/parts/pager.tsx'
import { formatShortDay } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { CountBadge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { DataTable } from '#client/ui/data-table.tsx'
import { adminDashboardMessages } from '#shared/messages/admin.ts'
import type { ApplicationOutput } from '#shared/schemas/admin-reports.ts'
import { ApplicationDialog } from './application-dialog.tsx'
import { ApplicationStatus } from './application-status.tsx'
import { applicantName, waitingFirst } from './applications.ts'

const APPLICATIONS_A_PAGE = 10

/** Shown only when there is an application (requirements §2). */
export function ApplicationsSection() {
  const query = trpc.admin.refererApplications.useQuery()
  if (query.isError && !query.data) {
    return <FailedPart query={query} className="admin-section" title={adminDashboardMessages.applications} />
  }
  if (!query.data || query.data.length === 0) return null
  return <Applications applications={query.data} />
}

function Applications({ applications }: { applications: readonly ApplicationOutput[] }) {
  const [openId, setOpenId] = useState<string | null>(null)
  const [page, setPage] = useState(0)
  const waiting = applications.filter(({ status }) => status === 'pending').length
  const open = applications.find(({ id }) => id === openId)
  const { rows, shownPage, lastPage } = pageOf(waitingFirst(applications), {
    page,
    size: APPLICATIONS_A_PAGE,
  })
  return (
    <section aria-labelledby="applications-heading" className="admin-section">
      <h2 id="applications-heading" className="admin-heading">
        {adminDashboardMessages.applications} {waiting > 0 && <CountBadge count={waiting} label="pending" />}
      </h2>
      <DataTable
        caption={adminDashboardMessages.applications}
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          { heading: 'Name', rowHeading: true, cell: applicantName },
          { heading: 'Applied', cell: ({ createdAt }) => formatShortDay(createdAt) },
          {
            heading: 'Type',
            cell: ({ applicantType }) => (applicantType === 'organization' ? 'Organization' : 'Individual'),
          },
          { heading: 'Status', cell: ({ status }) => <ApplicationStatus status={status} /> },
          {
            heading: 'Action',
            hideHeading: true,
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
      <Pager page={shownPage} lastPage={lastPage} onPageChange={setPage} label="Pages of applications" />
      {open && <ApplicationDialog application={open} onClose={() => setOpenId(null)} />}
    </section>
  )
}
