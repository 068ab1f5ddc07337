import { toast } from '#client/lib/toast.ts'
import { toastError } from '#client/lib/toast-error.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Checkbox } from '#client/ui/choice.tsx'
import { accountMessages, newsMessages } from '#shared/messages/account.ts'
import { ROWS, SummaryRow } from './section.tsx'

/** A yes or no that counts as soon as it is ticked. */
export function NewsRow({ getsNews }: { getsNews: boolean }) {
  const utils = trpc.useUtils()
  const change = trpc.auth.changeNews.useMutation({
    onSuccess(_, { wantsNews }) {
      toast({
        title: accountMessages.saved,
        description: wantsNews ? newsMessages.on : newsMessages.off,
        tone: 'good',
      })
      utils.auth.account.setData(undefined, (before) => before && { ...before, getsNews: wantsNews })
      void utils.auth.account.invalidate()
    },
    onError(error) {
      toastError(newsMessages.failedTitle, error)
    },
  })
  const isOn = change.isPending ? change.variables.wantsNews : getsNews
  return (
    <SummaryRow {...ROWS.news}>
      <Checkbox
        label={newsMessages.label}
        hint={isOn ? newsMessages.whileOn : newsMessages.whileOff}
        checked={isOn}
        onChange={({ target }) => {
          if (!change.isPending) change.mutate({ wantsNews: target.checked })
        }}
      />
    </SummaryRow>
  )
}
