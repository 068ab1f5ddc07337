import { clsx } from 'clsx'
import { useEffect, useState } from 'react'
import { Spinner } from '#client/ui/spinner.tsx'
import { ToastSlot } from '#client/ui/toast-slot.tsx'
import { networkMessages } from '#shared/messages/site.ts'
import { percentAt } from '#shared/progress/progress.ts'
import type { PageFilm } from '#shared/schemas/catalog.ts'
import { CaptionOverlay } from './captions/caption-overlay.tsx'
import { parseCaptions } from './captions/captions.ts'
import { parseChapters } from './captions/chapters.ts'
import { useCaptionText, useNativeCaptions } from './captions/use-caption-text.ts'
import { useVttFile } from './captions/use-vtt-file.ts'
import { KeyHelp } from './controls/key-help.tsx'
import { useFullScreen } from './controls/use-full-screen.ts'
import { useIdle } from './controls/use-idle.ts'
import { useMediaKeys } from './controls/use-media-keys.ts'
import { useFilmActions } from './controls/use-video-actions.ts'
import { FilmControls } from './controls/video-controls.tsx'
import { FilmSettings } from './controls/video-settings.tsx'
import { useFreshGrant } from './media/use-media-grant.ts'
import { useQuality } from './media/use-quality.ts'
import { useRecovery } from './media/use-recovery.ts'
import { useBegin } from './media/use-start.ts'
import type { FilmSource, OpenFilm, RenewAccess } from './media/use-video-access.ts'
import { useWakeLock } from './media/use-wake-lock.ts'
import { FilmFault } from './media/video-error.tsx'
import { NextOffer } from './next/next-offer.tsx'
import { useNextFilm } from './next/use-next-video.ts'
import { changePlayerSettings, usePlayerSettings } from './parts/player-settings.ts'
import type { Side } from './parts/side-panel.tsx'
import { UnderFilm } from './parts/under-video.tsx'
import { usePlayerKeys } from './parts/use-player-keys.ts'
import { useFilmState } from './parts/use-video-state.ts'
import { useProgressSaving } from './progress/use-progress-saving.ts'
import { useSaveRefusal } from './progress/use-save-refusal.ts'
import { FilmSide } from './video-side.tsx'

type FilmProps = {
  video: PageFilm
  opened: OpenFilm
  playSession: string
  isPhone: boolean
  renew: RenewAccess
  onClose: () => void
}

type SheetName = 'help' | 'settings'

const CHAPTERS = { name: 'chapters', parse: parseChapters }
const CAPTIONS = { name: 'captions', parse: parseCaptions }

/** A film that may be watched: the picture, what is done to it, and what is written down about it. */
export function Film({ video, opened, playSession, isPhone, renew, onClose }: FilmProps) {
  const [element, setElement] = useState<HTMLVideoElement | null>(null)
  const [stage, setStage] = useState<HTMLDivElement | null>(null)
  const [sheet, setSheet] = useState<SheetName | null>(null)
  const [side, setSide] = useState<Side>('chapters')
  const [isNoteAsked, setNoteAsked] = useState(false)
  const { hasCaptions } = usePlayerSettings()

  const [source, setSource] = useState<FilmSource>(opened)
  const quality = useQuality(element, source)
  const wanted = quality.urlIn(source)
  const [url, setUrl] = useState(wanted)
  const film = useFilmState(element)
  const hasBegun = useBegin(element, { saved: opened.saved, autoplay: !isPhone })
  const recovery = useRecovery(element, {
    url,
    setUrl,
    setSource,
    urlIn: quality.urlIn,
    renew,
    hasBegun,
  })
  const { switchTo } = recovery
  useEffect(() => {
    if (wanted !== url) switchTo(wanted)
  }, [wanted, url, switchTo])
  const play = useFreshGrant(element, renew)
  const fullScreen = useFullScreen(stage)
  const isIdle = useIdle(fullScreen.isFull && film.isPlaying)
  const chapters = useVttFile(source.chaptersUrl, CHAPTERS)
  const captions = useVttFile(source.captionsUrl, CAPTIONS)
  const next = useNextFilm({ userId: opened.userId, videoId: video.id, isAutomatic: !isPhone }, film.hasEnded)
  const toggleSheet = (name: SheetName) => setSheet((open) => (open === name ? null : name))

  const actions = useFilmActions(element, {
    play,
    chapters: chapters.items,
    onAsk(what) {
      if (what === 'full-screen') return fullScreen.toggle()
      if (what === 'help' || what === 'settings') return toggleSheet(what)
      setSide(what === 'transcript' ? 'transcript' : 'notes')
      if (what === 'write-note') setNoteAsked(true)
    },
  })
  useNativeCaptions(element, { isOn: hasCaptions, isNative: isPhone, onSwitch: rememberCaptions })
  const caption = useCaptionText(captions.items, film.positionSeconds, hasCaptions && !isPhone)
  useWakeLock(film.isPlaying)
  useMediaKeys(element, { title: video.title, posterUrl: video.imageUrl, film, actions })
  const onRefused = useSaveRefusal({ renew, stopFor: recovery.stopFor })
  useProgressSaving(element, {
    userId: opened.userId,
    videoId: video.id,
    playSession,
    isOn: hasBegun,
    heldPosition: recovery.heldPosition,
    onRefused,
  })
  usePlayerKeys({
    onAction: isPhone ? undefined : actions.act,
    onEscape() {
      if (sheet) return setSheet(null)
      if (next) return next.cancel()
      onClose()
    },
  })

  const percent = hasBegun
    ? percentAt(film.positionSeconds, film.durationSeconds)
    : (opened.saved?.progress ?? 0)
  const isLoading = recovery.state === 'trying' || (!isPhone && !hasBegun) || film.isWaiting
  const isBroken = recovery.state === 'broken'
  const isOffering = next !== null && !sheet && !isBroken
  return (
    <>
      <div className="video-column">
        <div className="screen" data-theme="dark" ref={setStage}>
          <div className="video-picture">
            <video
              ref={setElement}
              className={clsx('screen-video', fullScreen.isFull ? 'screen-video-full' : 'screen-picture')}
              src={url}
              preload="metadata"
              playsInline
              controls={isPhone}
              controlsList="nodownload noremoteplayback"
              disablePictureInPicture
              disableRemotePlayback
              {...(!isPhone && { onClick: actions.playOrPause, onDoubleClick: fullScreen.toggle })}
            >
              {source.captionsUrl && (
                <track kind="captions" src={source.captionsUrl} srcLang="en-GB" label="English" />
              )}
            </video>
            {!isOffering && <CaptionOverlay lines={caption} />}
            {isLoading && !isBroken && (
              <div className="screen-waiting">
                <Spinner large label={networkMessages.loading} />
              </div>
            )}
          </div>
          {!isPhone && (
            <FilmControls
              film={film}
              actions={actions}
              chapters={chapters.items}
              canCaption={source.captionsUrl !== null}
              hasCaptions={hasCaptions}
              isFull={fullScreen.isFull}
              isHidden={isIdle}
              isCovered={sheet !== null || isBroken || isOffering}
              onFullScreen={fullScreen.toggle}
              openSheet={sheet}
              onSheet={toggleSheet}
            />
          )}
          {sheet === 'help' && <KeyHelp onClose={() => setSheet(null)} />}
          {sheet === 'settings' && (
            <FilmSettings
              quality={quality}
              canCaption={source.captionsUrl !== null}
              onClose={() => setSheet(null)}
            />
          )}
          {isOffering && <NextOffer next={next} />}
          {isBroken && (
            <FilmFault fault={recovery.fault} hasPlace={percent > 0} onTryAgain={recovery.tryAgain} />
          )}
          <ToastSlot preferred />
        </div>
        <UnderFilm description={video.description} percent={percent} expiresAt={opened.expiresAt} />
      </div>
      <FilmSide
        video={video}
        userId={opened.userId}
        film={film}
        chapters={chapters}
        captions={captions}
        side={side}
        onSide={setSide}
        isNoteAsked={isNoteAsked}
        onNoteAnswered={() => setNoteAsked(false)}
        onSeek={actions.seek}
      />
    </>
  )
}

function rememberCaptions(hasCaptions: boolean) {
  changePlayerSettings({ hasCaptions })
}
