import { useMutation } from '@tanstack/react-query'
import { toastFailure } from '#client/features/admin/failure-text.ts'
import { NOT_CONFIRMED, useConfirmed } from '#client/features/admin/sign-in/step-up.tsx'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'

type Admin = ReturnType<typeof trpc.useUtils>['client']['admin']

type SecurityAct<Output> = {
  act: (admin: Admin) => Promise<Output>
  /** The title of the notice when it fails, and when it is done. */
  failed: string
  done?: string
  onDone: (output: Output) => void
}

/** A change of one's own ways in, with a new code in between where the server asks for one. */
export function useSecurityAct<Output>({ act, failed, done, onDone }: SecurityAct<Output>) {
  const confirmed = useConfirmed()
  const utils = trpc.useUtils()
  return useMutation({
    mutationKey: [['admin', 'authenticator']],
    mutationFn: () => confirmed(() => act(utils.client.admin)),
    onSuccess(output) {
      if (output === NOT_CONFIRMED) return
      if (done) toast({ title: done, tone: 'good' })
      onDone(output)
      void utils.admin.authenticator.invalidate()
    },
    onError: (error) => toastFailure(failed, error),
  })
}
