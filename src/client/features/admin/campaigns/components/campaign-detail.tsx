import { useMutation } from '@tanstack/react-query'
import type { MailingValues } from '#client/features/admin/campaigns/campaign-form.ts'
import {
  AUDIENCES,
  countsWords,
  type MailingSummary,
} from '#client/features/admin/campaigns/campaign-labels.ts'
import { toastFailure } from '#client/features/admin/parts/failure-text.ts'
import { formatMinute } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { KeyValues } from '#client/ui/detail-list.tsx'
import { Row } from '#client/ui/layout.tsx'
import { networkMessages } from '#shared/messages/site.ts'
import { MailingActs } from './campaign-actions.tsx'
import { MailingRecipients } from './campaign-recipients.tsx'

type MailingDetailProps = {
  mailing: MailingSummary
  onUseAgain: (values: MailingValues) => Promise<void>
}

/** One mailing: who sent it, what became of it, and of each recipient. */
export function MailingDetail({ mailing, onUseAgain }: MailingDetailProps) {
  const { id, recipients, adminEmail, createdAt, finishedAt, pauseReason, counts, status } = mailing
  return (
    <div className="campaign-detail">
      <KeyValues
        facts={[
          { label: 'Sent', value: `${formatMinute(createdAt)} by ${adminEmail}` },
          ...(finishedAt ? [{ label: 'Ended', value: formatMinute(finishedAt) }] : []),
          { label: 'Recipients', value: AUDIENCES[recipients] },
          { label: 'Outcome', value: countsWords(counts) },
          ...(pauseReason ? [{ label: 'Paused', value: pauseReason }] : []),
        ]}
      />
      <Row>
        <MailingActs id={id} status={status} counts={counts} />
        <UseAgain id={id} onUseAgain={onUseAgain} />
      </Row>
      <MailingRecipients id={id} status={status} />
    </div>
  )
}

/** Its words on a new sheet, for whoever chooses to be written to next. */
function UseAgain({ id, onUseAgain }: { id: string; onUseAgain: (values: MailingValues) => Promise<void> }) {
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
