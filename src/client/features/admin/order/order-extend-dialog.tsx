import { accessLabels } from '#client/features/admin/orders/order-labels.ts'
import { useAdminMutation } from '#client/features/admin/use-admin-mutation.ts'
import { formatDay } from '#client/lib/format.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { orderAdminMessages } from '#shared/messages/order-admin.ts'
import type { AccessOutput } from '#shared/schemas/admin-orders.ts'
import { OrderDayForm } from './order-day-form.tsx'

type OrderExtendDialogProps = { access: AccessOutput; onClose: () => void }

export function OrderExtendDialog({ access, onClose }: OrderExtendDialogProps) {
  const { id: entitlementId, title } = access
  const extend = useAdminMutation({
    area: 'orders',
    act: ({ orders }, input: { lastDay: string; reason: string }) =>
      orders.extendAccess.mutate({ entitlementId, ...input }),
    done: ({ expiresAt }) => ({
      title: 'Access Extended',
      description: `${title}, open until ${formatDay(expiresAt)}`,
      tone: 'good',
    }),
    failed: orderAdminMessages.extendFailed,
    onDone: onClose,
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Extend access to ${title}`}
      description={`${accessLabels(access).words}. You can only make it longer.`}
      keepOpenOutside
    >
      <OrderDayForm action="Extend" isBusy={extend.isPending} onSubmit={(input) => extend.mutate(input)} />
    </Dialog>
  )
}
