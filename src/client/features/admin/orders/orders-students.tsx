import { Link } from 'react-router'
import { formatShortDay } from '#client/lib/format.ts'
import { paths } from '#client/site/paths.ts'
import { DataTable } from '#client/ui/data-table.tsx'
import { EmailText } from '#client/ui/email-text.tsx'
import { Status } from '#client/ui/status.tsx'
import type { StudentRowOutput } from '#shared/schemas/admin-orders.ts'

type OrdersStudentsProps = { students: readonly StudentRowOutput[]; hasMore: boolean }

/** The people a search has found, also those who never bought anything. */
export function OrdersStudents({ students, hasMore }: OrdersStudentsProps) {
  return (
    <div className="orders-students">
      <h2 className="admin-heading">Students</h2>
      <DataTable
        caption="Students"
        rows={students}
        rowKey={({ id }) => id}
        columns={[
          {
            heading: 'Student',
            rowHeading: true,
            cell: ({ id, username, email }) => (
              <span className="orders-person">
                <Link className="link" to={paths.adminStudent(id)}>
                  {username}
                </Link>
                <span className="row-aside">
                  <EmailText email={email} />
                </span>
              </span>
            ),
          },
          {
            heading: 'Registered',
            cell: ({ createdAt }) => <span className="figure">{formatShortDay(createdAt)}</span>,
          },
          { heading: 'Paid orders', figure: true, cell: ({ orderCount }) => orderCount },
          {
            heading: 'Email',
            cell: ({ isVerified }) => (
              <Status kind={isVerified ? 'done' : 'pending'}>
                {isVerified ? 'Confirmed' : 'Not confirmed'}
              </Status>
            ),
          },
        ]}
      />
      {hasMore && (
        <p className="list-note small quiet">There are more. Type more of the name or the address.</p>
      )}
    </div>
  )
}
