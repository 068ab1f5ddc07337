import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useForm } from 'react-hook-form'
import { trpc } from '#client/lib/trpc.ts'
import {
  type CampaignForm,
  type CampaignValues,
  campaignForm,
  EMPTY_CAMPAIGN,
  toDraft,
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
