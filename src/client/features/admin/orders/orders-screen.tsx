import { AdminFrame } from '#client/features/admin/admin-frame.tsx'
import { orderAdminMessages } from '#shared/messages/order-admin.ts'
import { OrdersList } from './orders-list.tsx'

/** Every order, and the way to the detail of one. */
export function OrdersScreen() {
  return (
    <AdminFrame title={orderAdminMessages.title}>
      <OrdersList />
    </AdminFrame>
  )
}
