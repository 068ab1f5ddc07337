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

const CAMPAIGN = { area: 'campaigns', failed: copy.actFailed } as const

export function CampaignActions({ id, status, counts }: CampaignActionsProps) {
  const [isConfirming, setConfirming] = useState(false)
  const pause = useAdminMutation({
    ...CAMPAIGN,
    act: ({ campaigns }) => campaigns.pause.mutate({ id }),
    done: () => ({ title: copy.campaignPaused }),
  })
  const resume = useAdminMutation({
    ...CAMPAIGN,
    act: ({ campaigns }) => campaigns.resume.mutate({ id }),
    done: () => ({ title: copy.campaignResumed, tone: 'good' }),
  })
  const cancel = useAdminMutation({
    ...CAMPAIGN,
    act: ({ campaigns }) => campaigns.cancel.mutate({ id }),
    done: () => ({ title: copy.campaignCancelled }),
    onDone: () => setConfirming(false),
  })
  const retry = useAdminMutation({
    ...CAMPAIGN,
    act: ({ campaigns }) => campaigns.retryFailed.mutate({ id }),
    done: ({ affected }) => ({ title: copy.retried(affected), tone: 'good' }),
  })
  const isOver = status === 'done' || status === 'cancelled'
  const canRetry = counts.failed > 0 && status !== 'cancelled'
  if (isOver && !canRetry) return null
  return (
    <Row>
      {status === 'sending' && (
        <Button size="sm" loading={pause.isPending} onClick={() => pause.mutate()}>
          Pause
        </Button>
      )}
      {status === 'paused' && (
        <Button size="sm" loading={resume.isPending} onClick={() => resume.mutate()}>
          Resume
        </Button>
      )}
      {canRetry && (
        <Button size="sm" loading={retry.isPending} onClick={() => retry.mutate()}>
          Retry failed only
        </Button>
      )}
      {!isOver && (
        <Button size="sm" variant="danger" onClick={() => setConfirming(true)}>
          Cancel the rest
        </Button>
      )}
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title="Cancel the rest of this mailing?"
        confirmText="Cancel the rest"
        cancelText="Go on sending"
        danger
        loading={cancel.isPending}
        onConfirm={() => cancel.mutate()}
      >
        {peopleLabel(counts.queued)} will get nothing. It cannot be taken up again.
      </ConfirmDialog>
    </Row>
  )
}
