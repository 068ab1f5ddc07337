import { useMutation } from '@tanstack/react-query'
import { toastFailure } from '#client/features/admin/failure-text.ts'
import { useCommissionsChanged } from '#client/features/admin/payouts/use-commissions-changed.ts'
import { NOT_CONFIRMED, useConfirmed } from '#client/features/admin/sign-in/step-up.tsx'
import { errorCode } from '#client/lib/error-text.ts'
import { type Notice, toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'

type Desk = ReturnType<typeof trpc.useUtils>['client']['admin']['orders']

type DeskAct<Input, Output> = {
  act: (desk: Desk, input: Input) => Promise<Output>
  done: (output: Output) => Notice
  /** The title of the notice when it fails. */
  failed: string
  onDone?: () => void
}

/**
 * Something an admin does at the orders desk: with a new code in between where the server asks for one, and the story
 * read again afterwards. After a refusal it is read again as well, because it has become another story.
 */
export function useDeskAct<Input, Output>({ act, done, failed, onDone }: DeskAct<Input, Output>) {
  const confirmed = useConfirmed()
  const utils = trpc.useUtils()
  const commissionsChanged = useCommissionsChanged()
  return useMutation({
    mutationKey: [['admin', 'orders']],
    mutationFn: (input: Input) => confirmed(() => act(utils.client.admin.orders, input)),
    onSuccess(output) {
      if (output === NOT_CONFIRMED) return
      toast(done(output))
      onDone?.()
      void utils.admin.orders.invalidate()
      // A refund takes commission back: sums, quarters and pending payouts have become others.
      commissionsChanged()
    },
    onError(error) {
      toastFailure(failed, error)
      if (errorCode(error) !== null) void utils.admin.orders.invalidate()
    },
  })
}
