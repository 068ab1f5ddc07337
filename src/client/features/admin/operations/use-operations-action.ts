import { useMutation } from '@tanstack/react-query'
import { toastFailure } from '#client/features/admin/failure-text.ts'
import { type Notice, toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'

type Operations = ReturnType<typeof trpc.useUtils>['client']['admin']['operations']

type OperationsAct<Output> = {
  act: (operations: Operations) => Promise<Output>
  done: (output: Output) => Notice
  /** The title of the notice when it fails. */
  failed: string
}

/** A retry. Afterwards everything on the page is read again, also after a refusal: somebody else was quicker. */
export function useOperationsAct<Output>({ act, done, failed }: OperationsAct<Output>) {
  const utils = trpc.useUtils()
  return useMutation({
    mutationKey: [['admin', 'operations']],
    mutationFn: () => act(utils.client.admin.operations),
    onSuccess: (output) => toast(done(output)),
    onError: (error) => toastFailure(failed, error),
    onSettled: () => {
      void utils.admin.operations.invalidate()
      void utils.admin.attention.invalidate()
    },
  })
}
