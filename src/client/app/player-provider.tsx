import { type ComponentType, type ReactNode, useCallback, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { toast } from '#client/lib/toast.ts'
import { type Begun, PlayerContext, type PreviewOffer } from '#client/lib/use-player.ts'
import { usePageData } from '#client/site/page-data-context.tsx'
import { paths } from '#client/site/paths.ts'
import { Spinner } from '#client/ui/spinner.tsx'
import { playerMessages } from '#shared/messages/player.ts'
import { networkMessages } from '#shared/messages/site.ts'
import type { PageVideo, Preview } from '#shared/schemas/catalog.ts'
import { ErrorBoundary } from './error-boundary.tsx'

type PlayedVideo = { video: PageVideo; atSeconds?: number | undefined }
type Previewed = { preview: Preview; offer: PreviewOffer; begun?: Begun | undefined }

type PlayerModule = {
  PlayerDialog: ComponentType<(PlayedVideo | Previewed) & { onClose: () => void }>
}

/** The player is a large piece of code: it is loaded when the first video is opened. */
const [loadPlayer] = Object.values(
  import.meta.glob<PlayerModule>('#client/features/player/player-dialog.tsx'),
)

type Wanted = { videoId: number; atSeconds?: number | undefined } | Previewed

/** Lets any screen open a video, and shows it over that screen. */
export function PlayerProvider({ children }: { children: ReactNode }) {
  const [loaded, setLoaded] = useState<PlayerModule | null>(null)
  const [wanted, setWanted] = useState<Wanted | null>(null)
  const navigate = useNavigate()
  const giveUp = useCallback(() => {
    setWanted(null)
    toast({ title: playerMessages.notAvailable, description: networkMessages.failed, tone: 'bad' })
  }, [])
  const player = useMemo(() => {
    async function open(next: Wanted) {
      if (!loadPlayer) return navigate(paths.dashboard())
      setWanted(next)
      try {
        setLoaded(await loadPlayer())
      } catch {
        // Offline, or the shop was renewed meanwhile: the page stays, and another press is another try.
        giveUp()
      }
    }
    return {
      play: (videoId: number, atSeconds?: number) => void open({ videoId, atSeconds }),
      preview: (preview: Preview, offer: PreviewOffer, begun?: Begun) => void open({ preview, offer, begun }),
      ready: async () => setLoaded((await loadPlayer?.()) ?? null),
    }
  }, [navigate, giveUp])
  return (
    <PlayerContext value={player}>
      {children}
      {wanted && !loaded && (
        <div className="backdrop player-loading">
          <Spinner large label={networkMessages.loading} />
        </div>
      )}
      {wanted && loaded && (
        <ErrorBoundary onFailed={giveUp}>
          <Opened {...loaded} wanted={wanted} onClose={() => setWanted(null)} />
        </ErrorBoundary>
      )}
    </PlayerContext>
  )
}

type OpenedProps = PlayerModule & { wanted: Wanted; onClose: () => void }

function Opened({ PlayerDialog, wanted, onClose }: OpenedProps) {
  const { videos } = usePageData()
  if ('preview' in wanted) return <PlayerDialog {...wanted} onClose={onClose} />
  const video = videos.find(({ id }) => id === wanted.videoId)
  return video && <PlayerDialog video={video} atSeconds={wanted.atSeconds} onClose={onClose} />
}
