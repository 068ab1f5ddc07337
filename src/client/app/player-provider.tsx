import { type ComponentType, lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { PlayerContext } from '../lib/use-player.ts'
import type { PageFilm } from './page-data.ts'
import { usePageData } from './page-data-context.tsx'
import { paths } from './paths.ts'

export type PlayerDialogProps = { video: PageFilm; onClose: () => void }

type PlayerModule = { PlayerDialog: ComponentType<PlayerDialogProps> }

/** The player is a large piece of code: it is loaded when the first film is opened. */
const [loadPlayer] = Object.values(import.meta.glob<PlayerModule>('../features/player/player-dialog.tsx'))
const PlayerDialog = loadPlayer && lazy(async () => ({ default: (await loadPlayer()).PlayerDialog }))

/** Lets any screen open a film, and shows it over that screen. */
export function PlayerProvider({ children }: { children: ReactNode }) {
  const [videoId, setVideoId] = useState<number | null>(null)
  const { films } = usePageData()
  const navigate = useNavigate()
  const player = useMemo(
    () => ({
      play(id: number) {
        if (PlayerDialog) setVideoId(id)
        else void navigate(paths.dashboard())
      },
    }),
    [navigate],
  )
  const video = films.find(({ id }) => id === videoId)
  return (
    <PlayerContext value={player}>
      {children}
      {PlayerDialog && video && (
        <Suspense>
          <PlayerDialog video={video} onClose={() => setVideoId(null)} />
        </Suspense>
      )}
    </PlayerContext>
  )
}
