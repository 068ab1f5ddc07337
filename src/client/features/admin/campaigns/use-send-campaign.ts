import { useMutation } from '@tanstack/react-query'
import { toastFailure } from '#client/features/admin/parts/failure-text.ts'
import { NOT_CONFIRMED, useConfirmed } from '#client/features/admin/sign-in/step-up.tsx'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { bulkEmailMessages } from '#shared/messages/campaigns.ts'
import { type CampaignForm, toRequest } from './campaign-form.ts'
import type { Campaign } from './use-campaign.ts'

type SendCampaign = { campaign: Campaign; onSent: (campaignId: string) => void }

/** Sends what is written: the draft becomes the campaign, so that a second press finds nothing to send. */
export function useSendCampaign({ campaign, onSent }: SendCampaign) {
  const confirmed = useConfirmed()
  const utils = trpc.useUtils()
  return useMutation({
    mutationKey: [['admin', 'campaigns']],
    async mutationFn(form: CampaignForm) {
      const { id, error } = await campaign.keep()
      // A person may have sent it: to send it all the same takes another press.
      if (error === bulkEmailMessages.draftGone) {
        toast({ title: bulkEmailMessages.sendFailed, description: error, tone: 'bad' })
        return NOT_CONFIRMED
      }
      return confirmed(() => utils.client.admin.campaigns.send.mutate(toRequest(form, id)))
    },
    onSuccess(answer) {
      if (answer === NOT_CONFIRMED) return
      campaign.clear()
      onSent(answer.campaignId)
      void utils.admin.campaigns.history.invalidate()
      void utils.admin.campaigns.drafts.invalidate()
    },
    onError: (error) => toastFailure(bulkEmailMessages.sendFailed, error),
  })
}
