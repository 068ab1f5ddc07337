import { useState } from 'react'
import { useAdminMutation } from '#client/features/admin/use-admin-mutation.ts'
import { formatDay } from '#client/lib/format.ts'
import { usePageData } from '#client/site/page-data-context.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Field, Select } from '#client/ui/field.tsx'
import { orderAdminMessages } from '#shared/messages/order-admin.ts'
import { OrderDayForm } from './order-day-form.tsx'

type OrderGrantDialogProps = { studentId: string; username: string; onClose: () => void }

/** Opens a video without a purchase: a prize, a replacement, an apology. */
export function OrderGrantDialog({ studentId, username, onClose }: OrderGrantDialogProps) {
  const { videos } = usePageData()
  const [videoId, setVideoId] = useState(videos[0]?.id ?? 0)
  const grant = useAdminMutation({
    area: 'orders',
    act: ({ orders }, input: { lastDay: string; reason: string }) =>
      orders.grantAccess.mutate({ studentId, videoId, ...input }),
    done: ({ expiresAt }) => ({
      title: 'Access Granted',
      description: `${videos.find(({ id }) => id === videoId)?.title}, open until ${formatDay(expiresAt)}`,
      tone: 'good',
    }),
    failed: orderAdminMessages.grantFailed,
    onDone: onClose,
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Grant access to ${username}`}
      description="Opens a film without a purchase. No invoice is made and no commission earned."
      keepOpenOutside
    >
      <OrderDayForm action="Grant access" isBusy={grant.isPending} onSubmit={(input) => grant.mutate(input)}>
        <Field label="Film">
          <Select value={videoId} onChange={({ target }) => setVideoId(Number(target.value))}>
            {videos.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </Select>
        </Field>
      </OrderDayForm>
    </Dialog>
  )
}
