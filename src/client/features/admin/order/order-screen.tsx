import { useParams } from 'react-router'
import { AdminFrame } from '#client/features/admin/admin-frame.tsx'
import { OrderQuery } from '#client/features/admin/orders/order-query.tsx'
import { trpc } from '#client/lib/trpc.ts'
import { OrderDetail } from './order-detail.tsx'

/** One order from the cart to the last mail, and what can be put right about it. */
export function OrderScreen() {
  const { orderId = '' } = useParams()
  return (
    <AdminFrame title="Order" heading={<Heading orderId={orderId} />}>
      <Details orderId={orderId} />
    </AdminFrame>
  )
}

/** The same question as the detail's: asked once. */
function Heading({ orderId }: { orderId: string }) {
  const { data } = trpc.admin.orders.detail.useQuery({ orderId })
  if (!data) return 'Order'
  const invoice = data.documents.find(({ kind }) => kind === 'invoice')
  return invoice ? `Order ${invoice.number}` : `Order of ${data.student.username}`
}

function Details({ orderId }: { orderId: string }) {
  const detail = trpc.admin.orders.detail.useQuery({ orderId })
  return <OrderQuery query={detail}>{(data) => <OrderDetail detail={data} />}</OrderQuery>
}
