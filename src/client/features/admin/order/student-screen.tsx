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
      <Story studentId={studentId} />
    </AdminFrame>
  )
}

function Story({ studentId }: { studentId: string }) {
  const story = trpc.admin.orders.student.useQuery({ studentId })
  return <OrderQuery query={story}>{(data) => <OrderStudent story={data} />}</OrderQuery>
}
