import { AdminFrame } from '#client/features/admin/admin-frame.tsx'
import { orderDeskMessages } from '#shared/messages/order-admin.ts'
import { OrdersDesk } from './orders-list.tsx'

/** Every order, and the way to the story of one. */
export function OrdersScreen() {
  return (
    <AdminFrame title={orderDeskMessages.title}>
      <OrdersDesk />
    </AdminFrame>
  )
}
