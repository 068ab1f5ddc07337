import { errorText } from '#client/lib/error-text.ts'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button, type ButtonProps } from '#client/ui/button.tsx'
import { Status } from '#client/ui/status.tsx'
import { pendingVerificationMessages } from '#shared/messages/auth.ts'

type ResendVerificationProps = { email: string } & Pick<ButtonProps, 'variant' | 'size'>

/** Requests another confirmation link; the server limits how often. */
export function ResendVerification({ email, ...dress }: ResendVerificationProps) {
  const resend = trpc.auth.resendVerification.useMutation({
    onError: (error) =>
      toast({
        title: pendingVerificationMessages.resendFailed,
        ...describe(errorText(error, pendingVerificationMessages.resendFailed)),
        tone: 'bad',
      }),
  })
  return (
    <>
      <Button {...dress} loading={resend.isPending} onClick={() => resend.mutate({ email })}>
        {pendingVerificationMessages.resend}
      </Button>
      {resend.isSuccess && (
        <Status kind="done" live>
          {pendingVerificationMessages.sent}
        </Status>
      )}
    </>
  )
}

/** The server's own reason, where it has one. */
function describe(reason: string) {
  return reason === pendingVerificationMessages.resendFailed ? {} : { description: reason }
}
