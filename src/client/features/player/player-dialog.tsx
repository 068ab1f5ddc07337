import { useState } from 'react'
import { useBackCloses } from '#client/lib/use-back-closes.ts'
import { newPlaySession } from '#client/site/watching/play-session.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { SubjectSymbol } from '#client/ui/subject-symbol.tsx'
import { playerMessages } from '#shared/messages/player.ts'
import type { PageFilm } from '#shared/schemas/catalog.ts'
import { ClosedFilm } from './media/closed-video.tsx'
import { useProtection } from './media/use-protection.ts'
import { useFilmAccess } from './media/use-video-access.ts'
import { useIsPhone } from './use-is-phone.ts'
import { Film } from './video.tsx'

type PlayerDialogProps = { video: PageFilm; onClose: () => void }

/** A film over the page (requirements §2, "Video player"). Whatever closes it, the place is kept. */
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
      <PlayedFilm key={video.id} video={video} onClose={onClose} />
    </Dialog>
  )
}

/** Each film that is played is a play session of its own. */
function PlayedFilm({ video, onClose }: PlayerDialogProps) {
  const [playSession] = useState(newPlaySession)
  const isPhone = useIsPhone()
  const { access, renew, retry } = useFilmAccess(video.id, playSession)
  if (access.state !== 'open') {
    return <ClosedFilm video={video} access={access} onRetry={retry} onClose={onClose} />
  }
  return (
    <Film
      key={access.film.url}
      video={video}
      opened={access.film}
      playSession={playSession}
      isPhone={isPhone}
      renew={renew}
      onClose={onClose}
    />
  )
}

/** Neither Close nor any other button: space is for the film. */
function focusDialog(event: Event) {
  event.preventDefault()
  if (event.target instanceof HTMLElement) event.target.focus()
}
