import { type ReactNode, useEffect, useState } from 'react'
import { useBackCloses } from '#client/lib/use-back-closes.ts'
import { useMediaQuery } from '#client/lib/use-media-query.ts'
import type { Begun, PreviewOffer } from '#client/lib/use-player.ts'
import { usePageData } from '#client/site/page-data-context.tsx'
import { fullTitle } from '#client/site/page-meta.ts'
import { newPlaySession } from '#client/site/watching/play-session.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { SubjectSymbol } from '#client/ui/subject-symbol.tsx'
import { playerMessages } from '#shared/messages/player.ts'
import type { PageVideo, Preview } from '#shared/schemas/catalog.ts'
import { ClosedVideo } from './closed-video.tsx'
import { useVideoAccess } from './media/use-video-access.ts'
import { VideoPlayer } from './video.tsx'

type VideoDialogProps = { video: PageVideo; atSeconds?: number | undefined; onClose: () => void }
type PreviewDialogProps = {
  preview: Preview
  offer: PreviewOffer
  begun?: Begun | undefined
  onClose: () => void
}

/** A video, or a preview of one, over the page (requirements §2, "Video player"). */
export function PlayerDialog(props: VideoDialogProps | PreviewDialogProps) {
  return 'preview' in props ? <PreviewDialog {...props} /> : <VideoDialog {...props} />
}

/** Whatever closes it, the place is kept. */
function VideoDialog({ video, atSeconds, onClose }: VideoDialogProps) {
  const [first] = useState(video.id)
  return (
    <PlayerFrame title={video.title} category={video.categorySlug} onClose={onClose}>
      <PlayedVideo
        key={video.id}
        video={video}
        atSeconds={atSeconds}
        isFollowing={video.id !== first}
        onClose={onClose}
      />
    </PlayerFrame>
  )
}

type PlayerFrameProps = {
  title: string
  category: PageVideo['categorySlug'] | null
  onClose: () => void
  children: ReactNode
}

function PlayerFrame({ title, category, onClose, children }: PlayerFrameProps) {
  useProtection()
  useBackCloses(true, onClose)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      {...(category && { symbol: <SubjectSymbol category={category} />, subject: category })}
      closeText={playerMessages.close}
      describedInBody
      width="video"
      layout="player"
      onOpenAutoFocus={focusDialog}
    >
      {children}
    </Dialog>
  )
}

/** Each video that is played is a play session of its own; one that follows another was asked for already. */
function PlayedVideo(props: VideoDialogProps & { isFollowing: boolean }) {
  const { video, atSeconds, isFollowing, onClose } = props
  const [playSession] = useState(newPlaySession)
  const isPhone = useIsPhone()
  const { access, renew, retry } = useVideoAccess(video.id, playSession)
  if (access.state !== 'open') {
    return <ClosedVideo video={video} access={access} onRetry={retry} onClose={onClose} />
  }
  return (
    <VideoPlayer
      key={access.playback.url}
      title={video.title}
      description={video.description}
      posterUrl={video.imageUrl}
      student={{ userId: access.playback.userId, video, playSession }}
      opened={{ ...access.playback, atSeconds }}
      isPhone={isPhone}
      autoplay={!isPhone || isFollowing}
      renew={renew}
      onClose={onClose}
    />
  )
}

/** A free piece in the same player: nothing is saved about it, and it ends with what it is a piece of. */
function PreviewDialog({ preview, offer, begun, onClose }: PreviewDialogProps) {
  const { videos } = usePageData()
  const isPhone = useIsPhone()
  const { title, src: url, posterUrl, categorySlug, captionsUrl, chaptersUrl, storyboardUrl } = preview
  const [source] = useState({ url, renditions: [], captionsUrl, chaptersUrl, storyboardUrl })
  const [renew] = useState(() => async () => source)
  const video = videos.find((one) => one.categorySlug === categorySlug)
  const name = video ? playerMessages.freePiece(title) : title
  useTabTitle(name)
  return (
    <PlayerFrame title={name} category={categorySlug} onClose={onClose}>
      <VideoPlayer
        title={title}
        description={video?.description ?? playerMessages.introduction}
        posterUrl={posterUrl}
        student={null}
        opened={{ ...source, expiresAt: undefined, saved: null, atSeconds: begun?.atSeconds }}
        offer={(again) => offer(onClose, again)}
        isPhone={isPhone}
        autoplay={!begun?.isPaused}
        renew={renew}
        onClose={onClose}
      />
    </PlayerFrame>
  )
}

/** The name of the browser's tab while this is open. */
function useTabTitle(title: string): void {
  useEffect(() => {
    const before = document.title
    document.title = fullTitle({ title })
    return () => {
      document.title = before
    }
  }, [title])
}

/** Neither Close nor any other button: space is for the video. It comes from below, and is not to be scrolled to on its way. */
function focusDialog(event: Event) {
  event.preventDefault()
  if (event.target instanceof HTMLElement) event.target.focus({ preventScroll: true })
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
