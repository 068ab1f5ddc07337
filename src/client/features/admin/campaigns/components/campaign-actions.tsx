import { useState } from 'react'
import {
  type CampaignCounts,
  type CampaignSummary,
  peopleLabel,
} from '#client/features/admin/campaigns/campaign-labels.ts'
import { useAdminMutation } from '#client/features/admin/use-admin-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/dialog.tsx'
import { Row } from '#client/ui/layout.tsx'
import { bulkEmailMessages as copy } from '#shared/messages/campaigns.ts'

type CampaignActionsProps = { id: string; status: CampaignSummary['status']; counts: CampaignCounts }

/** What can still be done with a campaign: hold it, let it go on, end it, try again what failed. */
export function CampaignActions({ id, status, counts }: CampaignActionsProps) {
  const [isAsking, setAsking] = useState(false)
  const pause = useAdminMutation({
    area: 'campaigns',
    act: ({ campaigns }, input: { id: string }) => campaigns.pause.mutate(input),
    done: () => ({ title: copy.campaignPaused }),
    failed: copy.actFailed,
  })
  const resume = useAdminMutation({
    area: 'campaigns',
    act: ({ campaigns }, input: { id: string }) => campaigns.resume.mutate(input),
    done: () => ({ title: copy.campaignResumed, tone: 'good' }),
    failed: copy.actFailed,
  })
  const cancel = useAdminMutation({
    area: 'campaigns',
    act: ({ campaigns }, input: { id: string }) => campaigns.cancel.mutate(input),
    done: () => ({ title: copy.campaignCancelled }),
    failed: copy.actFailed,
    onDone: () => setAsking(false),
  })
  const retry = useAdminMutation({
    area: 'campaigns',
    act: ({ campaigns }, input: { id: string }) => campaigns.retryFailed.mutate(input),
    done: ({ affected }) => ({ title: copy.retried(affected), tone: 'good' }),
    failed: copy.actFailed,
  })
  const isOver = status === 'done' || status === 'cancelled'
  const canRetry = counts.failed > 0 && status !== 'cancelled'
  if (isOver && !canRetry) return null
  return (
    <Row>
      {status === 'sending' && (
        <Button size="sm" loading={pause.isPending} onClick={() => pause.mutate({ id })}>
          Pause
        </Button>
      )}
      {status === 'paused' && (
        <Button size="sm" loading={resume.isPending} onClick={() => resume.mutate({ id })}>
          Resume
        </Button>
      )}
      {canRetry && (
        <Button size="sm" loading={retry.isPending} onClick={() => retry.mutate({ id })}>
          Retry failed only
        </Button>
      )}
      {!isOver && (
        <Button size="sm" variant="danger" onClick={() => setAsking(true)}>
          Cancel the rest
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Cancel the rest of this mailing?"
        confirmText="Cancel the rest"
        cancelText="Go on sending"
        danger
        loading={cancel.isPending}
        onConfirm={() => cancel.mutate({ id })}
      >
        {peopleLabel(counts.queued)} will get nothing. It cannot be taken up again.
      </ConfirmDialog>
    </Row>
  )
}
