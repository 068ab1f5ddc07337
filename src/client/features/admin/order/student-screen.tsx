import { useParams } from 'react-router'
import { AdminFrame } from '#client/features/admin/admin-frame.tsx'
import { OrderQuery } from '#client/features/admin/orders/order-query.tsx'
import { trpc } from '#client/lib/trpc.ts'
import { OrderStudent } from './order-student.tsx'

/** A student with all orders, videos and mails, also one who never bought. */
export function StudentScreen() {
  const { studentId = '' } = useParams()
  return (
    <AdminFrame title="Student">
      <Details studentId={studentId} />
    </AdminFrame>
  )
}

function Details({ studentId }: { studentId: string }) {
  const detail = trpc.admin.orders.student.useQuery({ studentId })
  return <OrderQuery query={detail}>{(data) => <OrderStudent detail={data} />}</OrderQuery>
}
