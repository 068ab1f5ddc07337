import { clsx } from 'clsx'
import {
  Captions,
  CaptionsOff,
  Keyboard,
  Maximize,
  Minimize,
  Pause,
  Play,
  Settings2,
  Volume2,
  VolumeX,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { Chapter } from '#client/features/player/captions/chapters.ts'
import { clockTime } from '#client/features/player/parts/clock-time.ts'
import { SPEEDS, speedText } from '#client/features/player/parts/speeds.ts'
import type { PlaybackState } from '#client/features/player/parts/use-video-state.ts'
import { SeekBar } from './seek-bar.tsx'
import type { VideoActions } from './use-video-actions.ts'

type VideoControlsProps = {
  playback: PlaybackState
  actions: VideoActions
  chapters: readonly Chapter[]
  canCaption: boolean
  hasCaptions: boolean
  isFull: boolean
  /** Over the picture, where the video fills the screen; else below it, so that nothing of it is covered. */
  isHidden: boolean
  /** Something lies over them: they take no focus. */
  isCovered: boolean
  onFullScreen: () => void
  openSheet: 'help' | 'settings' | null
  onSheet: (sheet: 'help' | 'settings') => void
}

export function VideoControls(props: VideoControlsProps) {
  const { playback, actions, isFull } = props
  return (
    <div
      className={clsx(
        'video-controls',
        isFull ? props.isHidden && 'video-controls-hidden' : 'video-controls-below',
      )}
      inert={props.isCovered}
    >
      <SeekBar {...playback} chapters={props.chapters} onSeek={actions.seek} />
      <div className="video-controls-row">
        <VideoButton label={playback.isPlaying ? 'Pause' : 'Play'} onPress={actions.playOrPause}>
          {playback.isPlaying ? (
            <Pause aria-hidden="true" fill="currentColor" />
          ) : (
            <Play aria-hidden="true" fill="currentColor" />
          )}
        </VideoButton>
        <span className="figure">
          {clockTime(playback.positionSeconds)} / {clockTime(playback.durationSeconds)}
        </span>
        <span className="video-controls-gap" />
        <Volume playback={playback} actions={actions} />
        {props.canCaption && (
          <VideoButton label="Captions" isOn={props.hasCaptions} onPress={actions.toggleCaptions}>
            {props.hasCaptions ? <Captions aria-hidden="true" /> : <CaptionsOff aria-hidden="true" />}
          </VideoButton>
        )}
        <select
          className="video-button video-speed"
          aria-label="Speed"
          value={playback.rate}
          onChange={(event) => actions.setRate(Number(event.currentTarget.value))}
        >
          {SPEEDS.map((speed) => (
            <option key={speed} value={speed}>
              {speedText(speed)}
            </option>
          ))}
        </select>
        <VideoButton
          label="Settings"
          isOn={props.openSheet === 'settings'}
          onPress={() => props.onSheet('settings')}
        >
          <Settings2 aria-hidden="true" />
        </VideoButton>
        <VideoButton
          label="Keyboard help"
          isOn={props.openSheet === 'help'}
          onPress={() => props.onSheet('help')}
        >
          <Keyboard aria-hidden="true" />
        </VideoButton>
        <VideoButton label={isFull ? 'Leave full screen' : 'Full screen'} onPress={props.onFullScreen}>
          {isFull ? <Minimize aria-hidden="true" /> : <Maximize aria-hidden="true" />}
        </VideoButton>
      </div>
    </div>
  )
}

function Volume({ playback, actions }: Pick<VideoControlsProps, 'playback' | 'actions'>) {
  const volume = playback.isMuted ? 0 : playback.volume
  return (
    <>
      <VideoButton label={playback.isMuted ? 'Sound on' : 'Mute'} onPress={actions.toggleMute}>
        {playback.isMuted ? <VolumeX aria-hidden="true" /> : <Volume2 aria-hidden="true" />}
      </VideoButton>
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
    </>
  )
}

type VideoButtonProps = { label: string; isOn?: boolean; onPress: () => void; children: ReactNode }

function VideoButton({ label, isOn, onPress, children }: VideoButtonProps) {
  return (
    <button
      type="button"
      className="video-button"
      aria-label={label}
      title={label}
      {...(isOn !== undefined && { 'aria-pressed': isOn })}
      onClick={onPress}
    >
      {children}
    </button>
  )
}
