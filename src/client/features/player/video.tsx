import { clsx } from 'clsx'
import { useEffect, useState } from 'react'
import { Spinner } from '#client/ui/spinner.tsx'
import { ToastSlot } from '#client/ui/surface.tsx'
import { networkMessages } from '#shared/messages/site.ts'
import { percentAt } from '#shared/progress/progress.ts'
import type { PageVideo } from '#shared/schemas/catalog.ts'
import { CaptionOverlay } from './captions/caption-overlay.tsx'
import { textsAt, useCueFile, useNativeCaptions } from './captions/captions.ts'
import { KeyHelp, VideoSettings } from './controls/sheets.tsx'
import { useMediaKeys } from './controls/use-media-keys.ts'
import { useFullScreen, useIdle, useWakeLock } from './controls/use-screen.ts'
import { useVideoActions } from './controls/use-video-actions.ts'
import { VideoControls } from './controls/video-controls.tsx'
import { useQuality } from './media/use-quality.ts'
import { useRecovery } from './media/use-recovery.ts'
import { useBegin } from './media/use-start.ts'
import type { OpenVideo, RenewAccess, VideoSource } from './media/use-video-access.ts'
import { useFreshGrant } from './media/use-video-access.ts'
import { VideoError } from './media/video-error.tsx'
import { NextOffer, useNextVideo } from './next/next-video.tsx'
import { usePlayerKeys } from './parts/keys.ts'
import { changePlayerSettings, usePlayerSettings } from './parts/player-settings.ts'
import { UnderVideo } from './parts/under-video.tsx'
import { usePlaybackState } from './parts/use-video-state.ts'
import { useProgressSaving, useSaveRefusal } from './progress/use-progress-saving.ts'
import type { Side } from './video-side.tsx'
import { VideoSide } from './video-side.tsx'

type VideoPlayerProps = {
  video: PageVideo
  opened: OpenVideo
  playSession: string
  isPhone: boolean
  renew: RenewAccess
  onClose: () => void
}

type SheetName = 'help' | 'settings'

/** A video that may be watched: the picture, what is done to it, and what is written down about it. */
export function VideoPlayer({ video, opened, playSession, isPhone, renew, onClose }: VideoPlayerProps) {
  const [element, setElement] = useState<HTMLVideoElement | null>(null)
  const [stage, setStage] = useState<HTMLDivElement | null>(null)
  const [sheet, setSheet] = useState<SheetName | null>(null)
  const [side, setSide] = useState<Side>('chapters')
  const [isNewNote, setNewNote] = useState(false)
  const { hasCaptions } = usePlayerSettings()

  const [source, setSource] = useState<VideoSource>(opened)
  const quality = useQuality(element, source)
  const wanted = quality.urlIn(source)
  const [url, setUrl] = useState(wanted)
  const playback = usePlaybackState(element)
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
  const isIdle = useIdle(fullScreen.isFull && playback.isPlaying)
  const chapters = useCueFile(source.chaptersUrl)
  const captions = useCueFile(source.captionsUrl)
  const next = useNextVideo(
    { userId: opened.userId, videoId: video.id, isAutomatic: !isPhone },
    playback.hasEnded,
  )
  const toggleSheet = (name: SheetName) => setSheet((open) => (open === name ? null : name))

  const actions = useVideoActions(element, {
    play,
    chapters: chapters.items,
    onAction(action) {
      if (action === 'full-screen') return fullScreen.toggle()
      if (action === 'help' || action === 'settings') return toggleSheet(action)
      setSide(action === 'transcript' ? 'transcript' : 'notes')
      if (action === 'write-note') setNewNote(true)
    },
  })
  useNativeCaptions(element, { isOn: hasCaptions, isNative: isPhone, onSwitch: rememberCaptions })
  const caption = hasCaptions && !isPhone ? textsAt(captions.items, playback.positionSeconds) : []
  useWakeLock(playback.isPlaying)
  useMediaKeys(element, { title: video.title, posterUrl: video.imageUrl, playback, actions })
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
    ? percentAt(playback.positionSeconds, playback.durationSeconds)
    : (opened.saved?.progress ?? 0)
  const isLoading = recovery.state === 'trying' || (!isPhone && !hasBegun) || playback.isWaiting
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
            <VideoControls
              playback={playback}
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
            <VideoSettings
              quality={quality}
              canCaption={source.captionsUrl !== null}
              onClose={() => setSheet(null)}
            />
          )}
          {isOffering && <NextOffer next={next} />}
          {isBroken && (
            <VideoError error={recovery.error} hasPlace={percent > 0} onTryAgain={recovery.tryAgain} />
          )}
          <ToastSlot preferred />
        </div>
        <UnderVideo description={video.description} percent={percent} expiresAt={opened.expiresAt} />
      </div>
      <VideoSide
        video={video}
        userId={opened.userId}
        playback={playback}
        chapters={chapters}
        captions={captions}
        side={side}
        onSide={setSide}
        isNewNote={isNewNote}
        onNoteFocused={() => setNewNote(false)}
        onSeek={actions.seek}
      />
    </>
  )
}

function rememberCaptions(hasCaptions: boolean) {
  changePlayerSettings({ hasCaptions })
}
