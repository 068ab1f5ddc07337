import { useMutation } from '@tanstack/react-query'
import { toastFailure } from '#client/features/admin/failure-text.ts'
import { NOT_CONFIRMED, useConfirmed } from '#client/features/admin/sign-in/step-up.tsx'
import { type Notice, toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { bulkEmailMessages } from '#shared/messages/campaigns.ts'

type Campaigns = ReturnType<typeof trpc.useUtils>['client']['admin']['campaigns']

type MailingAct<Input, Output> = {
  act: (campaigns: Campaigns, input: Input) => Promise<Output>
  done: (output: Output) => Notice
  onDone?: () => void
}

/** Something an admin does with a mailing that was sent: with a new code where the server asks for one. */
export function useMailingAct<Input, Output>({ act, done, onDone }: MailingAct<Input, Output>) {
  const confirmed = useConfirmed()
  const utils = trpc.useUtils()
  return useMutation({
    mutationKey: [['admin', 'campaigns']],
    mutationFn: (input: Input) => confirmed(() => act(utils.client.admin.campaigns, input)),
    onSuccess(output) {
      if (output === NOT_CONFIRMED) return
      toast(done(output))
      onDone?.()
    },
    onError: (error) => toastFailure(bulkEmailMessages.actFailed, error),
    onSettled() {
      const { history, progress, recipients } = utils.admin.campaigns
      void Promise.all([history.invalidate(), progress.invalidate(), recipients.invalidate()])
    },
  })
}
