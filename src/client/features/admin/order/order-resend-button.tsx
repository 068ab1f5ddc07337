import { useAdminMutation } from '#client/features/admin/use-admin-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import { orderAdminMessages } from '#shared/messages/order-admin.ts'

type OrderResendButtonProps = {
  studentId: string
  outboxId: string
  /** For those who listen: what is sent again. */
  what: string
}

export function OrderResendButton({ studentId, outboxId, what }: OrderResendButtonProps) {
  const resend = useAdminMutation({
    area: 'orders',
    act: ({ orders }) => orders.resendMail.mutate({ studentId, outboxId }),
    done: ({ email }) => ({ title: 'Email Sent Again', description: email, tone: 'good' }),
    failed: orderAdminMessages.resendFailed,
  })
  return (
    <Button
      size="sm"
      loading={resend.isPending}
      aria-label={`Send ${what} again`}
      onClick={() => resend.mutate()}
    >
      Send again
    </Button>
  )
}
