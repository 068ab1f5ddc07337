import { useEffect, useRef } from 'react'
import {
  CAMPAIGN_STATES,
  type CampaignCounts,
  type CampaignSummary,
  countsLabel,
  inFigures,
  progressOf,
} from '#client/features/admin/campaigns/campaign-labels.ts'
import { Fetched } from '#client/features/admin/parts/fetched.tsx'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Note } from '#client/ui/alert.tsx'
import { LabelledScaleBar } from '#client/ui/scale-bar.tsx'
import { Status } from '#client/ui/status.tsx'
import { bulkEmailMessages as copy } from '#shared/messages/campaigns.ts'
import { CampaignActions } from './campaign-actions.tsx'

/** While it goes out it is asked this often how far it is. */
const AGAIN_MS = 1_000

export function CampaignProgress({ id }: { id: string }) {
  const progress = trpc.admin.campaigns.progress.useQuery(
    { id },
    {
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data && state.data.status !== 'sending' ? false : AGAIN_MS),
    },
  )
  useEndNotice(progress.data)
  const utils = trpc.useUtils()
  const status = progress.data?.status
  const isOver = status === 'done' || status === 'cancelled'
  useEffect(() => {
    if (status !== undefined && status !== 'sending') void utils.admin.campaigns.history.invalidate()
  }, [status, utils])

  return (
    <section className="box campaign-box" aria-labelledby="mailing-progress">
      <h2 id="mailing-progress">{isOver ? 'The last mailing' : 'On its way'}</h2>
      <Fetched query={progress} showsEveryError>
        {(data) => <Progress {...data} />}
      </Fetched>
    </section>
  )
}

type CampaignNow = Pick<CampaignSummary, 'id' | 'status' | 'pauseReason' | 'counts'>

function Progress({ id, status, pauseReason, counts }: CampaignNow) {
  const { handled, of, percent } = progressOf(counts)
  return (
    <>
      <LabelledScaleBar
        label="Handled"
        value={percent}
        start={<Status {...CAMPAIGN_STATES[status]} live />}
        end={`${inFigures.format(handled)} of ${inFigures.format(of)}`}
      />
      <p>{countsLabel(counts)}.</p>
      {pauseReason !== null && (
        <Note tone="caution" title="It paused by itself" live="status">
          {pauseReason}
        </Note>
      )}
      <CampaignActions id={id} status={status} counts={counts} />
    </>
  )
}

/** Once, when the last one is handled (requirements §8). */
function useEndNotice(campaign: { status: string; counts: CampaignCounts } | undefined) {
  const isSaid = useRef(false)
  useEffect(() => {
    if (!campaign) return
    if (campaign.status !== 'done') {
      isSaid.current = false
      return
    }
    if (isSaid.current) return
    isSaid.current = true
    const { sent, failed, unknown } = campaign.counts
    toast({
      title: copy.sent(sent, failed),
      ...(unknown > 0 && { description: `Of ${unknown} nobody knows whether they arrived.` }),
      tone: failed + unknown > 0 ? 'plain' : 'good',
    })
  }, [campaign])
}
