import { orderDeskMessages } from '#shared/messages/orders-desk.ts'
import { AdminFrame } from './admin-frame.tsx'
import { OrdersDesk } from './components/orders-desk.tsx'

/** Every order, and the way to the story of one. */
export function OrdersScreen() {
  return (
    <AdminFrame title={orderDeskMessages.title}>
      <OrdersDesk />
    </AdminFrame>
  )
}
