import { useEffect, useRef } from 'react'
import {
  countsWords,
  inFigures,
  MAILING_STATES,
  type MailingCounts,
  progressOf,
} from '#client/features/admin/campaigns/campaign-labels.ts'
import { FailedPart } from '#client/features/admin/parts/failed-part.tsx'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Note } from '#client/ui/alert.tsx'
import { LabelledScaleBar } from '#client/ui/scale-bar.tsx'
import { Loading, Skeleton } from '#client/ui/skeleton.tsx'
import { Status } from '#client/ui/status.tsx'
import { bulkEmailMessages as words } from '#shared/messages/campaigns.ts'
import { networkMessages } from '#shared/messages/site.ts'
import { MailingActs } from './campaign-actions.tsx'

/** While it goes out it is asked this often how far it is. */
const AGAIN_MS = 1_000

/** How far the mailing that was just sent has come; says when it is done. */
export function MailingProgress({ id }: { id: string }) {
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
      {progress.data && <Progress {...progress.data} />}
      {progress.isPending && (
        <Loading label={networkMessages.loading}>
          <Skeleton height="thumb" />
        </Loading>
      )}
      {progress.isError && <FailedPart query={progress} />}
    </section>
  )
}

type MailingNow = {
  id: string
  status: keyof typeof MAILING_STATES
  pauseReason: string | null
  counts: MailingCounts
}

function Progress({ id, status, pauseReason, counts }: MailingNow) {
  const { handled, of, percent } = progressOf(counts)
  const { kind, words: said } = MAILING_STATES[status]
  return (
    <>
      <LabelledScaleBar
        label="Handled"
        value={percent}
        start={
          <Status kind={kind} live>
            {said}
          </Status>
        }
        end={`${inFigures.format(handled)} of ${inFigures.format(of)}`}
      />
      <p>{countsWords(counts)}.</p>
      {pauseReason !== null && (
        <Note tone="caution" title="It paused by itself" live="status">
          {pauseReason}
        </Note>
      )}
      <MailingActs id={id} status={status} counts={counts} />
    </>
  )
}

/** Once, when the last one is handled (requirements §8). */
function useEndNotice(mailing: { status: string; counts: MailingCounts } | undefined) {
  const isSaid = useRef(false)
  useEffect(() => {
    if (!mailing) return
    if (mailing.status !== 'done') {
      isSaid.current = false
      return
    }
    if (isSaid.current) return
    isSaid.current = true
    const { sent, failed, unknown } = mailing.counts
    toast({
      title: words.sent(sent, failed),
      ...(unknown > 0 && { description: `Of ${unknown} nobody knows whether they arrived.` }),
      tone: failed + unknown > 0 ? 'plain' : 'good',
    })
  }, [mailing])
}
