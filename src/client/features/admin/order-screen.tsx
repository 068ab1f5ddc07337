import { useParams } from 'react-router'
import { trpc } from '../../lib/trpc.ts'
import { AdminFrame } from './admin-frame.tsx'
import { OrderQuery } from './components/order-query.tsx'
import { OrderStory } from './components/order-story.tsx'

/** One order from the basket to the last mail, and what can be put right about it. */
export function OrderScreen() {
  const { orderId = '' } = useParams()
  return (
    <AdminFrame title="Order">
      <Story orderId={orderId} />
    </AdminFrame>
  )
}

function Story({ orderId }: { orderId: string }) {
  const story = trpc.admin.orders.story.useQuery({ orderId })
  return <OrderQuery query={story}>{(data) => <OrderStory story={data} />}</OrderQuery>
}
