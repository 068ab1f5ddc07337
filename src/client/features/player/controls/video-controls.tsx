import { clsx } from 'clsx'
import {
  Keyboard,
  Maximize,
  Minimize,
  Pause,
  Play,
  RotateCcw,
  RotateCw,
  Volume2,
  VolumeX,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { SKIP_SECONDS } from '#client/features/player/parts/keys.ts'
import type { PlaybackState } from '#client/features/player/parts/use-video-state.ts'
import { clockTime } from '#client/lib/clock-time.ts'
import type { Cue } from '#shared/catalog/vtt.ts'
import { SeekBar } from './seek-bar.tsx'
import type { VideoActions } from './use-video-actions.ts'
import { VideoButton, ViewingButtons } from './video-button.tsx'

type VideoControlsProps = {
  playback: PlaybackState
  actions: VideoActions
  chapters: readonly Cue[]
  storyboardUrl: string | null
  viewing: ViewingButtons
  isFull: boolean
  /** A finger has no keys and no wheel, and a tablet has its own for the volume. */
  isTouch: boolean
  /** Over the picture, where the video fills the screen; else below it, so that nothing of it is covered. */
  isHidden: boolean
  /** Something lies over them: they take no focus. */
  isCovered: boolean
  onFullScreen: () => void
  isHelpOpen: boolean
  onHelp: () => void
  /** What is open above them. */
  children: ReactNode
}

export function VideoControls(props: VideoControlsProps) {
  const { playback, actions, isFull, isTouch } = props
  return (
    <div
      className={clsx(
        'video-controls',
        isFull ? props.isHidden && 'video-controls-hidden' : 'video-controls-below',
      )}
      inert={props.isCovered}
    >
      {props.children}
      <SeekBar
        {...playback}
        chapters={props.chapters}
        storyboardUrl={props.storyboardUrl}
        onSeek={actions.seek}
      />
      <div className="video-controls-row">
        <VideoButton
          label={playback.isPlaying ? 'Pause' : 'Play'}
          symbol={playback.isPlaying ? Pause : Play}
          isSolid
          onPress={actions.playOrPause}
        />
        <span className="figure">
          {clockTime(playback.positionSeconds)} / {clockTime(playback.durationSeconds)}
        </span>
        {isTouch && (
          <>
            <VideoButton
              label={`Back ${SKIP_SECONDS} seconds`}
              symbol={RotateCcw}
              text={SKIP_SECONDS}
              onPress={() => actions.act({ do: 'skip', seconds: -SKIP_SECONDS })}
            />
            <VideoButton
              label={`On ${SKIP_SECONDS} seconds`}
              symbol={RotateCw}
              text={SKIP_SECONDS}
              onPress={() => actions.act({ do: 'skip', seconds: SKIP_SECONDS })}
            />
          </>
        )}
        <span className="video-controls-gap" />
        <Volume playback={playback} actions={actions} hasBar={!isTouch} />
        <ViewingButtons {...props.viewing} />
        {!isTouch && (
          <VideoButton
            label="Keyboard help"
            symbol={Keyboard}
            isOn={props.isHelpOpen}
            onPress={props.onHelp}
          />
        )}
        <VideoButton
          label={isFull ? 'Leave full screen' : 'Full screen'}
          symbol={isFull ? Minimize : Maximize}
          onPress={props.onFullScreen}
        />
      </div>
    </div>
  )
}

type VolumeProps = Pick<VideoControlsProps, 'playback' | 'actions'> & { hasBar: boolean }

function Volume({ playback, actions, hasBar }: VolumeProps) {
  const volume = playback.isMuted ? 0 : playback.volume
  return (
    <>
      <VideoButton
        label={playback.isMuted ? 'Sound on' : 'Mute'}
        symbol={playback.isMuted ? VolumeX : Volume2}
        onPress={actions.toggleMute}
      />
      {hasBar && (
        <input
          className="video-volume"
          type="range"
          aria-label="Volume"
          aria-valuetext={`${Math.round(volume * 100)}%`}
          data-keys="own"
          min={0}
          max={1}
          step={0.05}
          value={volume}
          onChange={(event) => actions.setVolume(event.currentTarget.valueAsNumber)}
        />
      )}
    </>
  )
}
