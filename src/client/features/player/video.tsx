import { clsx } from 'clsx'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useMediaQuery } from '#client/lib/use-media-query.ts'
import { Spinner } from '#client/ui/spinner.tsx'
import { ToastSlot } from '#client/ui/surface.tsx'
import { playerMessages } from '#shared/messages/player.ts'
import { networkMessages } from '#shared/messages/site.ts'
import { percentAt } from '#shared/progress/progress.ts'
import type { PageVideo } from '#shared/schemas/catalog.ts'
import type { ProgressOutput } from '#shared/schemas/progress.ts'
import { CaptionOverlay } from './captions/caption-overlay.tsx'
import { chaptersWithin, textsAt, useCueFile, useNativeCaptions } from './captions/captions.ts'
import { LargePlay, PhoneBar } from './controls/phone-bar.tsx'
import { KeyHelp, VideoSettings } from './controls/sheets.tsx'
import { useMediaKeys } from './controls/use-media-keys.ts'
import { useFullScreen, useIdle, useWakeLock } from './controls/use-screen.ts'
import { useVideoActions } from './controls/use-video-actions.ts'
import { VideoControls } from './controls/video-controls.tsx'
import { useQuality } from './media/use-quality.ts'
import { useRecovery } from './media/use-recovery.ts'
import { useBegin } from './media/use-start.ts'
import type { RenewAccess, VideoSource } from './media/use-video-access.ts'
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
  title: string
  description: string
  posterUrl: string | null
  /** Who watches what they bought; null for a preview, which any visitor watches and nothing is saved of. */
  student: { userId: string; video: PageVideo; playSession: string } | null
  opened: VideoSource & {
    expiresAt: string | null | undefined
    saved: ProgressOutput | null
    /** Where it was opened for, if not where it was left. */
    atSeconds?: number | undefined
  }
  /** What stands below a preview, and, with `again`, at its end. */
  offer?: (again?: () => void) => ReactNode
  isPhone: boolean
  autoplay: boolean
  renew: RenewAccess
  onClose: () => void
}

type SheetName = 'help' | 'settings'

/** A video that may be watched: the picture, what is done to it, and what is written down about it. */
export function VideoPlayer(props: VideoPlayerProps) {
  const { title, posterUrl, student, opened, offer, isPhone, autoplay, renew, onClose } = props
  const [element, setElement] = useState<HTMLVideoElement | null>(null)
  const [stage, setStage] = useState<HTMLDivElement | null>(null)
  const [sheet, setSheet] = useState<SheetName | null>(null)
  const [side, setSide] = useState<Side>('chapters')
  const [isNewNote, setNewNote] = useState(false)
  const [isSideOpen, setSideOpen] = useState(false)
  const isTouch = useMediaQuery('(pointer: coarse)')
  const { hasCaptions, playsNext } = usePlayerSettings()
  const isNextAutomatic = playsNext ?? !isPhone

  const [source, setSource] = useState<VideoSource>(opened)
  const quality = useQuality(element, source)
  const wanted = quality.urlIn(source)
  const [url, setUrl] = useState(wanted)
  const playback = usePlaybackState(element)
  const hasBegun = useBegin(element, { ...opened, autoplay })
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
  const wasIdle = useRef(false)
  const chapterFile = useCueFile(source.chaptersUrl)
  const chapters = chaptersWithin(chapterFile.items, playback.durationSeconds)
  const captions = useCueFile(source.captionsUrl)
  const owner = { userId: student?.userId ?? '', videoId: student?.video.id ?? 0 }
  const next = useNextVideo({ ...owner, isAutomatic: isNextAutomatic }, playback.hasEnded && student !== null)
  const toggleSheet = (name: SheetName) => setSheet((open) => (open === name ? null : name))

  const actions = useVideoActions(element, {
    play,
    chapters,
    onAction(action) {
      if (action === 'full-screen') return fullScreen.toggle()
      if (action === 'help' || action === 'settings') return toggleSheet(action)
      setSide(action === 'transcript' ? 'transcript' : 'notes')
      if (action === 'write-note') setNewNote(true)
    },
  })
  useNativeCaptions(element, { isOn: hasCaptions, isNative: isPhone, onSwitch: rememberCaptions })
  const caption = hasCaptions && !isPhone ? textsAt(captions.items, playback.positionSeconds) : []
  const canCaption = source.captionsUrl !== null
  // The settings show what they do, where nothing is said at the moment.
  const isSample = canCaption && hasCaptions && !isPhone && sheet === 'settings' && caption.length === 0
  const shown = isSample ? [playerMessages.captionSample] : caption
  useWakeLock(playback.isPlaying)
  useMediaKeys(element, { title, posterUrl, playback, actions })
  const onRefused = useSaveRefusal({ renew, stopFor: recovery.stopFor })
  useProgressSaving(element, {
    ...owner,
    playSession: student?.playSession ?? '',
    isOn: hasBegun && student !== null,
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
  const isSetting = sheet === 'settings' && !isBroken
  const isCovered = sheet === 'help' || isBroken || isOffering
  const viewing = {
    canCaption,
    hasCaptions,
    onCaptions: actions.toggleCaptions,
    rate: playback.rate,
    onRate: actions.setRate,
    isSettingsOpen: sheet === 'settings',
    onSettings: () => toggleSheet('settings'),
  }
  const menu = isSetting && (
    <VideoSettings
      quality={quality}
      canCaption={canCaption}
      canStyleCaptions={!isPhone}
      playsNext={student === null ? null : isNextAutomatic}
      onClose={() => setSheet(null)}
    />
  )
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
              {...(posterUrl && { poster: posterUrl })}
              {...(!isPhone && {
                onPointerDown() {
                  wasIdle.current = isIdle
                },
                onClick() {
                  if (isSetting) return setSheet(null)
                  // A finger on a picture without controls wants to see them.
                  if (!isTouch || !wasIdle.current) actions.playOrPause()
                },
                onDoubleClick: fullScreen.toggle,
              })}
            >
              {source.captionsUrl && (
                <track kind="captions" src={source.captionsUrl} srcLang="en-GB" label="English" />
              )}
            </video>
            {!isOffering && <CaptionOverlay lines={shown} />}
            {isTouch && (
              <LargePlay
                title={title}
                isPlaying={playback.isPlaying}
                isHidden={isLoading || isCovered}
                onPlay={actions.playOrPause}
              />
            )}
            {isLoading && !isBroken && (
              <div className="screen-waiting">
                <Spinner large label={networkMessages.loading} />
              </div>
            )}
          </div>
          {isPhone ? (
            <PhoneBar
              {...viewing}
              isCovered={isCovered}
              isSideOpen={isSideOpen}
              onSide={() => setSideOpen(!isSideOpen)}
            >
              {menu}
            </PhoneBar>
          ) : (
            <VideoControls
              playback={playback}
              actions={actions}
              chapters={chapters}
              storyboardUrl={source.storyboardUrl}
              viewing={viewing}
              isFull={fullScreen.isFull}
              isTouch={isTouch}
              isHidden={isIdle && !isSetting}
              isCovered={isCovered}
              onFullScreen={fullScreen.toggle}
              isHelpOpen={sheet === 'help'}
              onHelp={() => toggleSheet('help')}
            >
              {menu}
            </VideoControls>
          )}
          {sheet === 'help' && <KeyHelp onClose={() => setSheet(null)} />}
          {isOffering && <NextOffer next={next} />}
          {isBroken && (
            <VideoError
              error={recovery.error}
              hasPlace={student !== null && percent > 0}
              isTrying={recovery.isTrying}
              onTryAgain={recovery.tryAgain}
            />
          )}
          <ToastSlot preferred />
        </div>
        <UnderVideo
          description={props.description}
          percent={student && percent}
          expiresAt={opened.expiresAt}
          offer={
            offer && (
              <div className="under-offer">{offer(playback.hasEnded ? () => void play() : undefined)}</div>
            )
          }
        />
      </div>
      <VideoSide
        student={student}
        playback={playback}
        chapters={{ ...chapterFile, items: chapters }}
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
