import { screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { DashboardScreen } from '#client/features/dashboard/dashboard-screen.tsx'
import { trpc } from '#client/lib/trpc.ts'
import { PlayerContext } from '#client/lib/use-player.ts'
import type { DashboardOutput, ProgressOutput } from '#shared/schemas/progress.ts'
import { makePageData } from '#tests/client/app/page-data-fixture.ts'
import { renderShop, SAM, SIGNED_IN, studentServer } from '#tests/client/features/player/student-shop.tsx'
import type { Answers } from '#tests/support/fake-server.ts'

export const OWN = `/dashboard/${SAM.id}`
export const OPEN_UNTIL = '2027-01-03T10:00:00.000Z'
export const { videos } = makePageData()

export type Having = {
  ids?: number[]
  closedIds?: number[]
  progress?: Partial<ProgressOutput>[]
  daysRemaining?: number
  requests?: DashboardOutput['requests']
}

/** What the server says of a student's videos. */
export function answersOf({
  ids = [],
  closedIds = [],
  progress = [],
  daysRemaining = 43,
  requests = [],
}: Having) {
  const purchase = (videoId: number, expiresAt: string) => ({
    id: `line-${videoId}`,
    orderId: 'order-1',
    videoId,
    isBundle: false,
    purchasedAt: '2026-10-03T10:00:00.000Z',
    expiresAt,
  })
  const dashboard: DashboardOutput = {
    stats: { videosOwned: ids.length, completedVideos: 1, inProgressVideos: 2, daysRemaining },
    progress: progress.map((saved) => ({
      videoId: 1,
      progress: 0,
      completed: false,
      positionSeconds: null,
      ...saved,
    })),
    purchases: [
      ...ids.map((id) => purchase(id, OPEN_UNTIL)),
      ...closedIds.map((id) => purchase(id, '2026-09-01T10:00:00.000Z')),
    ],
    requests,
    user: SAM,
  }
  const owned = videos
    .filter(({ id }) => ids.includes(id))
    .map((row) => ({ ...row, expiresAt: OPEN_UNTIL, daysRemaining }))
  return { dashboard: () => dashboard, videos: () => owned } satisfies Answers['progress']
}

type Opening = Partial<Pick<Parameters<typeof renderShop>[0], 'at' | 'session'>> & Pick<Answers, 'checkout'>

export function openDashboard(
  progress: NonNullable<Answers['progress']>,
  { at = OWN, session = SIGNED_IN, checkout = {} }: Opening = {},
) {
  const server = studentServer({ progress, checkout })
  const played: number[] = []
  const shop = renderShop({
    at,
    session,
    children: (
      <PlayerContext
        value={{
          play: (videoId) => played.push(videoId),
          preview: () => undefined,
          ready: async () => undefined,
        }}
      >
        <VideoCloses />
        <Routes>
          <Route path="/dashboard" element={<DashboardScreen />} />
          <Route path="/dashboard/:userId" element={<DashboardScreen />} />
          <Route path="*" element={<p>Elsewhere</p>} />
        </Routes>
      </PlayerContext>
    ),
  })
  return { ...shop, server, played }
}

/** Whatever was watched is asked for again. */
function VideoCloses() {
  const { progress } = trpc.useUtils()
  return (
    <button type="button" onClick={() => void progress.invalidate()}>
      Film was closed
    </button>
  )
}

export async function findRow(title: string) {
  const row = (await screen.findByRole('heading', { name: title })).closest('li')
  if (!row) throw new Error(`No row for ${title}`)
  return within(row)
}
