import { clsx } from 'clsx'
import { useState } from 'react'
import { networkMessages } from '#shared/messages/site.ts'
import { percentAt } from '#shared/progress.ts'
import type { PageFilm } from '../../../app/page-data.ts'
import { Button } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { ToastSlot } from '../../../ui/toast-slot.tsx'
import { useBegin } from '../use-begin.ts'
import { useChapters } from '../use-chapters.ts'
import type { OpenFilm, RenewAccess } from '../use-film-access.ts'
import { useFilmActions } from '../use-film-actions.ts'
import { useFilmState } from '../use-film-state.ts'
import { useFreshGrant } from '../use-fresh-grant.ts'
import { useFullScreen } from '../use-full-screen.ts'
import { useIdle } from '../use-idle.ts'
import { usePlayerKeys } from '../use-player-keys.ts'
import { useProgressSaving } from '../use-progress-saving.ts'
import { useRecovery } from '../use-recovery.ts'
import { ChapterList } from './chapter-list.tsx'
import { Chapters } from './chapters.tsx'
import { FilmControls } from './film-controls.tsx'
import { KeyHelp } from './key-help.tsx'
import { PICTURE } from './picture.ts'
import { ScreenNotice } from './screen-notice.tsx'
import { UnderFilm } from './under-film.tsx'

type FilmProps = {
  video: PageFilm
  opened: OpenFilm
  playSession: string
  isPhone: boolean
  renew: RenewAccess
  onClose: () => void
}

/** A film that may be watched: the picture, what is done to it, and what is written down about it. */
export function Film({ video, opened, playSession, isPhone, renew, onClose }: FilmProps) {
  const [element, setElement] = useState<HTMLVideoElement | null>(null)
  const [stage, setStage] = useState<HTMLDivElement | null>(null)
  const [url, setUrl] = useState(opened.url)
  const [isHelpOpen, setHelpOpen] = useState(false)

  const film = useFilmState(element)
  const hasBegun = useBegin(element, { saved: opened.saved, autoplay: !isPhone })
  const recovery = useRecovery(element, { url, setUrl, renew, hasBegun })
  const play = useFreshGrant(element, renew)
  const fullScreen = useFullScreen(stage)
  const isIdle = useIdle(fullScreen.isFull && film.isPlaying)
  const toggleHelp = () => setHelpOpen((isOpen) => !isOpen)
  const actions = useFilmActions(element, { play, toggleFullScreen: fullScreen.toggle, toggleHelp })
  const { chapters, isPending } = useChapters(opened.chaptersUrl)

  useProgressSaving(element, {
    userId: opened.userId,
    videoId: video.id,
    playSession,
    isOn: hasBegun,
    heldPosition: recovery.heldPosition,
    // Asking shows whether access has ended; a network that fails meanwhile shows nothing new.
    onRefused: () => void renew().catch(() => undefined),
  })
  usePlayerKeys({
    onAction: isPhone ? undefined : actions.act,
    onEscape: () => (isHelpOpen ? setHelpOpen(false) : onClose()),
  })

  const percent = hasBegun
    ? percentAt(film.positionSeconds, film.durationSeconds)
    : (opened.saved?.progress ?? 0)
  const isLoading = recovery.state === 'trying' || (!isPhone && !hasBegun) || film.isWaiting
  const hasChapters = isPending || chapters.length > 0
  return (
    <>
      <div className={clsx('min-w-0', !hasChapters && 'col-span-full')}>
        <div className="screen aspect-auto text-ink" data-theme="dark" ref={setStage}>
          <video
            ref={setElement}
            className={clsx('block bg-paper', fullScreen.isFull ? 'h-dvh' : PICTURE)}
            src={url}
            preload="metadata"
            playsInline
            controls={isPhone}
            controlsList="nodownload noremoteplayback"
            disablePictureInPicture
            disableRemotePlayback
            {...(!isPhone && { onClick: actions.playOrPause, onDoubleClick: fullScreen.toggle })}
          >
            {opened.captionsUrl && (
              <track kind="captions" src={opened.captionsUrl} srcLang="en-GB" label="English" />
            )}
          </video>
          {isLoading && recovery.state !== 'broken' && (
            <div className="screen-notice pointer-events-none">
              <Spinner large label={networkMessages.loading} />
            </div>
          )}
          {!isPhone && (
            <FilmControls
              film={film}
              actions={actions}
              chapters={chapters}
              canCaption={opened.captionsUrl !== null}
              isFull={fullScreen.isFull}
              isHidden={isIdle}
              isCovered={isHelpOpen || recovery.state === 'broken'}
              onFullScreen={fullScreen.toggle}
              isHelpOpen={isHelpOpen}
              onHelp={toggleHelp}
            />
          )}
          {isHelpOpen && <KeyHelp onClose={() => setHelpOpen(false)} />}
          {recovery.state === 'broken' && (
            <ScreenNotice
              title="The film has stopped"
              actions={<Button onClick={recovery.tryAgain}>Try again</Button>}
            >
              Your place is kept. Check the connection; the film goes on when it is back.
            </ScreenNotice>
          )}
          <ToastSlot preferred />
        </div>
        <UnderFilm description={video.description} percent={percent} expiresAt={opened.expiresAt} />
      </div>
      {hasChapters && (
        <Chapters isPending={isPending}>
          <ChapterList
            chapters={chapters}
            positionSeconds={film.positionSeconds}
            hasEnded={film.hasEnded}
            onSeek={actions.seek}
          />
        </Chapters>
      )}
    </>
  )
}
