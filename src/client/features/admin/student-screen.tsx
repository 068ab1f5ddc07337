import { useParams } from 'react-router'
import { trpc } from '../../lib/trpc.ts'
import { AdminFrame } from './admin-frame.tsx'
import { OrderQuery } from './components/order-query.tsx'
import { OrderStudent } from './components/order-student.tsx'

/** A student with all orders, films and mails, also one who never bought. */
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
