import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useForm } from 'react-hook-form'
import { toastFailure } from '#client/features/admin/parts/failure.tsx'
import { NOT_CONFIRMED, useConfirmed } from '#client/features/admin/sign-in/step-up.tsx'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { bulkEmailMessages } from '#shared/messages/campaigns.ts'
import {
  type CampaignForm,
  type CampaignValues,
  campaignForm,
  EMPTY_CAMPAIGN,
  toDraft,
  toRequest,
} from './campaign-form.ts'
import { createDraftKeeper, isKept } from './draft-store.ts'
import { useSettled } from './use-settled.ts'

/** The pause in typing before what is written is kept. */
const PAUSE_MS = 1_500

/** The campaign that is being written, kept on the server as it grows. */
export function useCampaign() {
  const utils = trpc.useUtils()
  const form = useForm<CampaignValues, unknown, CampaignForm>({
    resolver: zodResolver(campaignForm),
    defaultValues: EMPTY_CAMPAIGN,
  })
  const values = form.watch()
  const [keeper] = useState(() =>
    createDraftKeeper(async (written, known) => {
      const saved = await utils.client.admin.campaigns.saveDraft.mutate(toDraft(written, known))
      void utils.admin.campaigns.drafts.invalidate()
      return saved
    }),
  )
  const draft = useSyncExternalStore(keeper.subscribe, keeper.read)

  const settled = useSettled(JSON.stringify(values), PAUSE_MS)
  useEffect(() => {
    // What has settled is what stands there now: a later change begins a new pause.
    if (settled === JSON.stringify(form.getValues())) void keeper.save(form.getValues())
  }, [settled, keeper, form])
  useEffect(() => () => void keeper.save(form.getValues()), [keeper, form])

  function begin(next: CampaignValues, kept: Parameters<typeof keeper.open>[0] = {}) {
    keeper.open(kept)
    form.reset(next)
  }

  return {
    form,
    values,
    draft,
    isKept: isKept(values, draft),
    /** What stands there now, kept before something else is done with it. */
    async keep() {
      await keeper.save(form.getValues())
      return keeper.read()
    },
    /** Puts something else on the sheet. */
    begin,
    clear: () => begin(EMPTY_CAMPAIGN),
  }
}

export type Campaign = ReturnType<typeof useCampaign>

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

/** A list that moves is read again this often. */
const AGAIN_MS = 2_000

/** Everything that was sent, and the campaign whose way is being watched: the one just sent, or one that is still going out. */
export function useSentCampaigns() {
  const [watched, setWatched] = useState<string | null>(null)
  const history = trpc.admin.campaigns.history.useInfiniteQuery(
    { limit: 20 },
    {
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
      staleTime: 0,
      refetchInterval: ({ state }) =>
        state.data?.pages.some(({ campaigns }) => campaigns.some(({ status }) => status === 'sending'))
          ? AGAIN_MS
          : false,
    },
  )
  const underWay = history.data?.pages[0]?.campaigns.find(
    ({ status }) => status === 'sending' || status === 'paused',
  )
  // Stays in sight when it is done.
  if (watched === null && underWay) setWatched(underWay.id)
  return { history, watched, watch: setWatched }
}

export type SentCampaigns = ReturnType<typeof useSentCampaigns>
