import { type ComponentType, type ReactNode, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { toast } from '#client/lib/toast.ts'
import { PlayerContext } from '#client/lib/use-player.ts'
import { usePageData } from '#client/site/page-data-context.tsx'
import { paths } from '#client/site/paths.ts'
import { playerMessages } from '#shared/messages/player.ts'
import { networkMessages } from '#shared/messages/site.ts'
import type { PageVideo } from '#shared/schemas/catalog.ts'

type PlayerDialogProps = { video: PageVideo; onClose: () => void }

type PlayerModule = { PlayerDialog: ComponentType<PlayerDialogProps> }

/** The player is a large piece of code: it is loaded when the first video is opened. */
const [loadPlayer] = Object.values(
  import.meta.glob<PlayerModule>('#client/features/player/player-dialog.tsx'),
)

type Playing = PlayerModule & { videoId: number }

/** Lets any screen open a video, and shows it over that screen. */
export function PlayerProvider({ children }: { children: ReactNode }) {
  const [playing, setPlaying] = useState<Playing | null>(null)
  const { videos } = usePageData()
  const navigate = useNavigate()
  const player = useMemo(() => {
    async function open(videoId: number) {
      if (!loadPlayer) return navigate(paths.dashboard())
      try {
        setPlaying({ ...(await loadPlayer()), videoId })
      } catch {
        // Offline, or the shop was renewed meanwhile: the page stays, and another press is another try.
        toast({ title: playerMessages.notAvailable, description: networkMessages.failed, tone: 'bad' })
      }
    }
    return { play: (videoId: number) => void open(videoId) }
  }, [navigate])
  const video = videos.find(({ id }) => id === playing?.videoId)
  return (
    <PlayerContext value={player}>
      {children}
      {playing && video && <playing.PlayerDialog video={video} onClose={() => setPlaying(null)} />}
    </PlayerContext>
  )
}
