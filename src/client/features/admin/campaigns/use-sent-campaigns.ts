import { useState } from 'react'
import { trpc } from '#client/lib/trpc.ts'

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
