import { Link } from 'react-router'
import { formatShortDay, formatShortMinute, formatSum } from '#client/lib/format.ts'
import { paths } from '#client/site/paths.ts'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { EmailText } from '#client/ui/email-text.tsx'
import { Status } from '#client/ui/status.tsx'
import type { OrderRowOutput } from '#shared/schemas/admin-orders.ts'
import { orderState, videosLabel } from './order-labels.ts'

type OrdersTableProps = {
  orders: readonly OrderRowOutput[]
  /** Left out where they are all of one student. */
  hideStudent?: boolean
}

export function OrdersTable({ orders, hideStudent = false }: OrdersTableProps) {
  return (
    <DataTable
      caption="Orders"
      rows={orders}
      rowKey={({ id }) => id}
      columns={COLUMNS.filter(({ heading }) => !hideStudent || heading !== 'Student')}
    />
  )
}

const COLUMNS: readonly Column<OrderRowOutput>[] = [
  {
    heading: 'Order',
    rowHeading: true,
    cell: ({ id, invoiceNumber, createdAt }) => (
      <Link className="link code" to={paths.adminOrder(id)}>
        {invoiceNumber ?? `Order of ${formatShortMinute(createdAt)}`}
      </Link>
    ),
  },
  {
    heading: 'Date',
    onCard: 'right',
    cell: ({ createdAt }) => <span className="figure">{formatShortDay(createdAt)}</span>,
  },
  {
    heading: 'Student',
    onCard: 'left',
    cell: ({ student }) => (
      <span className="orders-person">
        <Link className="link" to={paths.adminStudent(student.id)}>
          {student.username}
        </Link>
        <span className="small quiet">
          <EmailText email={student.email} />
        </span>
      </span>
    ),
  },
  {
    heading: 'Films',
    onCard: 'left',
    cell: (order) => <span className="table-text">{videosLabel(order)}</span>,
  },
  { heading: 'Total', figure: true, onCard: 'right', cell: ({ total }) => formatSum(total) },
  {
    heading: 'State',
    onCard: 'right',
    cell: (order) => <Status {...orderState(order)} />,
  },
]
