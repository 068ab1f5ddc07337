import { useMutation } from '@tanstack/react-query'
import { toastFailure } from '#client/features/admin/parts/failure-text.ts'
import { NOT_CONFIRMED, useConfirmed } from '#client/features/admin/sign-in/step-up.tsx'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { bulkEmailMessages } from '#shared/messages/campaigns.ts'
import { type MailingForm, toRequest } from './campaign-form.ts'
import type { Mailing } from './use-campaign.ts'

type SendMailing = { mailing: Mailing; onSent: (campaignId: string) => void }

/** Sends what is written: the draft becomes the mailing, so that a second press finds nothing to send. */
export function useSendMailing({ mailing, onSent }: SendMailing) {
  const confirmed = useConfirmed()
  const utils = trpc.useUtils()
  return useMutation({
    mutationKey: [['admin', 'campaigns']],
    async mutationFn(form: MailingForm) {
      const { id, fault } = await mailing.keep()
      // Somebody may have sent it: to send it all the same takes another press.
      if (fault === bulkEmailMessages.draftGone) {
        toast({ title: bulkEmailMessages.sendFailed, description: fault, tone: 'bad' })
        return NOT_CONFIRMED
      }
      return confirmed(() => utils.client.admin.campaigns.send.mutate(toRequest(form, id)))
    },
    onSuccess(answer) {
      if (answer === NOT_CONFIRMED) return
      mailing.clear()
      onSent(answer.campaignId)
      void utils.admin.campaigns.history.invalidate()
      void utils.admin.campaigns.drafts.invalidate()
    },
    onError: (error) => toastFailure(bulkEmailMessages.sendFailed, error),
  })
}
