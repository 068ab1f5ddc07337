import { useMutation } from '@tanstack/react-query'
import type { CampaignValues } from '#client/features/admin/campaigns/campaign-form.ts'
import {
  AUDIENCES,
  type CampaignSummary,
  countsWords,
} from '#client/features/admin/campaigns/campaign-labels.ts'
import { toastFailure } from '#client/features/admin/parts/failure-text.ts'
import { formatMinute } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { KeyValues } from '#client/ui/detail-list.tsx'
import { Row } from '#client/ui/layout.tsx'
import { networkMessages } from '#shared/messages/site.ts'
import { CampaignActions } from './campaign-actions.tsx'
import { CampaignRecipients } from './campaign-recipients.tsx'

type CampaignDetailProps = {
  campaign: CampaignSummary
  onUseAgain: (values: CampaignValues) => Promise<void>
}

/** One campaign: who sent it, what became of it, and of each recipient. */
export function CampaignDetail({ campaign, onUseAgain }: CampaignDetailProps) {
  const { id, recipients, adminEmail, createdAt, finishedAt, pauseReason, counts, status } = campaign
  return (
    <div className="campaign-detail">
      <KeyValues
        details={[
          { label: 'Sent', value: `${formatMinute(createdAt)} by ${adminEmail}` },
          ...(finishedAt ? [{ label: 'Ended', value: formatMinute(finishedAt) }] : []),
          { label: 'Recipients', value: AUDIENCES[recipients] },
          { label: 'Outcome', value: countsWords(counts) },
          ...(pauseReason ? [{ label: 'Paused', value: pauseReason }] : []),
        ]}
      />
      <Row>
        <CampaignActions id={id} status={status} counts={counts} />
        <UseAgain id={id} onUseAgain={onUseAgain} />
      </Row>
      <CampaignRecipients id={id} status={status} />
    </div>
  )
}

/** Its words on a new sheet, for recipients who are chosen next. */
function UseAgain({ id, onUseAgain }: { id: string; onUseAgain: (values: CampaignValues) => Promise<void> }) {
  const utils = trpc.useUtils()
  const read = useMutation({
    mutationKey: [['admin', 'campaigns']],
    mutationFn: () => utils.client.admin.campaigns.campaign.query({ id }),
    async onSuccess({ recipients, subject, htmlContent }) {
      await onUseAgain({ recipients, subject, htmlContent, textContent: '', list: '', basis: '' })
      window.scrollTo({ top: 0 })
    },
    onError: (error) => toastFailure(networkMessages.failed, error),
  })
  return (
    <Button size="sm" loading={read.isPending} onClick={() => read.mutate()}>
      Use the text again
    </Button>
  )
}
