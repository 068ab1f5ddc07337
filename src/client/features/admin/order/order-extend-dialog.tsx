import { type ReactNode, useState } from 'react'
import { accessLabels } from '#client/features/admin/orders/order-labels.ts'
import { DialogSubmit } from '#client/features/admin/parts/dialog-submit.tsx'
import { useAdminMutation } from '#client/features/admin/use-admin-mutation.ts'
import { formatDay } from '#client/lib/format.ts'
import { usePageData } from '#client/site/page-data-context.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Field, Input, Select, Textarea } from '#client/ui/field.tsx'
import { orderAdminMessages } from '#shared/messages/order-admin.ts'
import type { AccessOutput } from '#shared/schemas/admin-orders.ts'

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
      description={`${accessLabels(access).label}. You can only make it longer; the student is told by email.`}
      keepOpenOutside
    >
      <OrderDayForm action="Extend" isBusy={extend.isPending} onSubmit={(input) => extend.mutate(input)} />
    </Dialog>
  )
}

type OrderGrantDialogProps = { studentId: string; username: string; onClose: () => void }

/** Opens a video without a purchase: a prize, a replacement, an apology. */
export function OrderGrantDialog({ studentId, username, onClose }: OrderGrantDialogProps) {
  const { videos } = usePageData()
  const [videoId, setVideoId] = useState<number | 'all'>(videos[0]?.id ?? 'all')
  const title = videoId === 'all' ? 'All films' : videos.find(({ id }) => id === videoId)?.title
  const grant = useAdminMutation({
    area: 'orders',
    act: ({ orders }, input: { lastDay: string; reason: string }) =>
      orders.grantAccess.mutate({ studentId, videoId, ...input }),
    done: ({ expiresAt }) => ({
      title: 'Access Granted',
      description: `${title}, open until ${formatDay(expiresAt)}`,
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
      description="Opens films without a purchase. No invoice is made and no commission earned; the student is told by email."
      keepOpenOutside
    >
      <OrderDayForm action="Grant access" isBusy={grant.isPending} onSubmit={(input) => grant.mutate(input)}>
        <Field label="Film">
          <Select
            value={videoId}
            onChange={({ target }) => setVideoId(target.value === 'all' ? 'all' : Number(target.value))}
          >
            <option value="all">All {videos.length} films</option>
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

type OrderDayFormProps = {
  /** On the button. */
  action: string
  isBusy: boolean
  onSubmit: (input: { lastDay: string; reason: string }) => void
  /** Fields before the day. */
  children?: ReactNode
}

function OrderDayForm({ action, isBusy, onSubmit, children }: OrderDayFormProps) {
  const [lastDay, setLastDay] = useState('')
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const isWhole = lastDay !== '' && reason.trim() !== ''
  return (
    <form
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (isWhole) onSubmit({ lastDay, reason: reason.trim() })
      }}
    >
      {children}
      <Field
        label="Open until the end of"
        hint="Until midnight, London time."
        error={isTried && lastDay === '' && orderAdminMessages.dayInvalid}
      >
        <Input type="date" required value={lastDay} onChange={({ target }) => setLastDay(target.value)} />
      </Field>
      <Field
        label="Reason"
        hint="For the records. The student reads the new last day, not the reason."
        error={isTried && reason.trim() === '' && orderAdminMessages.reasonRequired}
      >
        <Textarea
          required
          value={reason}
          maxLength={500}
          onChange={({ target }) => setReason(target.value)}
        />
      </Field>
      <DialogSubmit loading={isBusy}>{action}</DialogSubmit>
    </form>
  )
}
