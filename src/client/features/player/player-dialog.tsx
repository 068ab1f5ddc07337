import { useEffect, useState } from 'react'
import { useBackCloses } from '#client/lib/use-back-closes.ts'
import { useMediaQuery } from '#client/lib/use-media-query.ts'
import { newPlaySession } from '#client/site/watching/play-session.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { SubjectSymbol } from '#client/ui/subject-symbol.tsx'
import { playerMessages } from '#shared/messages/player.ts'
import type { PageVideo } from '#shared/schemas/catalog.ts'
import { ClosedVideo } from './closed-video.tsx'
import { useVideoAccess } from './media/use-video-access.ts'
import { VideoPlayer } from './video.tsx'

type PlayerDialogProps = { video: PageVideo; onClose: () => void }

/** A video over the page (requirements §2, "Video player"). Whatever closes it, the place is kept. */
export function PlayerDialog({ video, onClose }: PlayerDialogProps) {
  useProtection()
  useBackCloses(true, onClose)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={video.title}
      symbol={<SubjectSymbol category={video.categorySlug} />}
      subject={video.categorySlug}
      closeText={playerMessages.close}
      describedInBody
      width="video"
      layout="player"
      onOpenAutoFocus={focusDialog}
    >
      <PlayedVideo key={video.id} video={video} onClose={onClose} />
    </Dialog>
  )
}

/** Each video that is played is a play session of its own. */
function PlayedVideo({ video, onClose }: PlayerDialogProps) {
  const [playSession] = useState(newPlaySession)
  const isPhone = useIsPhone()
  const { access, renew, retry } = useVideoAccess(video.id, playSession)
  if (access.state !== 'open') {
    return <ClosedVideo video={video} access={access} onRetry={retry} onClose={onClose} />
  }
  return (
    <VideoPlayer
      key={access.playback.url}
      video={video}
      opened={access.playback}
      playSession={playSession}
      isPhone={isPhone}
      renew={renew}
      onClose={onClose}
    />
  )
}

/** Neither Close nor any other button: space is for the video. */
function focusDialog(event: Event) {
  event.preventDefault()
  if (event.target instanceof HTMLElement) event.target.focus()
}

/** As narrow as a phone held upright, or as low as one held across. */
const PHONE = '(width < 44rem), (pointer: coarse) and (height < 30rem)'

/** Phones get the browser's own controls, which suit a thumb (requirements §2). */
function useIsPhone(): boolean {
  return useMediaQuery(PHONE)
}

const PREVENTED = ['contextmenu', 'dragstart', 'dragover', 'drop'] as const

/** While the player is open there is no context menu, and nothing is dragged out or in (requirements §5). */
function useProtection(): void {
  useEffect(() => {
    for (const event of PREVENTED) window.addEventListener(event, prevent, true)
    return () => {
      for (const event of PREVENTED) window.removeEventListener(event, prevent, true)
    }
  }, [])
}

function prevent(event: Event) {
  event.preventDefault()
}
