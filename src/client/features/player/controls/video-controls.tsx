import { clsx } from 'clsx'
import {
  Captions,
  CaptionsOff,
  Keyboard,
  type LucideIcon,
  Maximize,
  Minimize,
  Pause,
  Play,
  Settings2,
  Volume2,
  VolumeX,
} from 'lucide-react'
import { type Cue, cueAt } from '#client/features/player/captions/captions.ts'
import { clockTime, spokenTime } from '#client/features/player/parts/clock-time.ts'
import type { PlaybackState } from '#client/features/player/parts/use-video-state.ts'
import { SPEEDS, speedText, type VideoActions } from './use-video-actions.ts'

type VideoControlsProps = {
  playback: PlaybackState
  actions: VideoActions
  chapters: readonly Cue[]
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
        <VideoButton
          label={playback.isPlaying ? 'Pause' : 'Play'}
          symbol={playback.isPlaying ? Pause : Play}
          isSolid
          onPress={actions.playOrPause}
        />
        <span className="figure">
          {clockTime(playback.positionSeconds)} / {clockTime(playback.durationSeconds)}
        </span>
        <span className="video-controls-gap" />
        <Volume playback={playback} actions={actions} />
        {props.canCaption && (
          <VideoButton
            label="Captions"
            symbol={props.hasCaptions ? Captions : CaptionsOff}
            isOn={props.hasCaptions}
            onPress={actions.toggleCaptions}
          />
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
          symbol={Settings2}
          isOn={props.openSheet === 'settings'}
          onPress={() => props.onSheet('settings')}
        />
        <VideoButton
          label="Keyboard help"
          symbol={Keyboard}
          isOn={props.openSheet === 'help'}
          onPress={() => props.onSheet('help')}
        />
        <VideoButton
          label={isFull ? 'Leave full screen' : 'Full screen'}
          symbol={isFull ? Minimize : Maximize}
          onPress={props.onFullScreen}
        />
      </div>
    </div>
  )
}

function Volume({ playback, actions }: Pick<VideoControlsProps, 'playback' | 'actions'>) {
  const volume = playback.isMuted ? 0 : playback.volume
  return (
    <>
      <VideoButton
        label={playback.isMuted ? 'Sound on' : 'Mute'}
        symbol={playback.isMuted ? VolumeX : Volume2}
        onPress={actions.toggleMute}
      />
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

type VideoButtonProps = {
  label: string
  symbol: LucideIcon
  isSolid?: boolean
  isOn?: boolean
  onPress: () => void
}

function VideoButton({ label, symbol: Icon, isSolid, isOn, onPress }: VideoButtonProps) {
  return (
    <button
      type="button"
      className="video-button"
      aria-label={label}
      title={label}
      aria-pressed={isOn}
      onClick={onPress}
    >
      <Icon aria-hidden="true" {...(isSolid && { fill: 'currentColor' })} />
    </button>
  )
}

type SeekBarProps = {
  positionSeconds: number
  durationSeconds: number
  chapters: readonly Cue[]
  onSeek: (seconds: number) => void
}

/** The video as a line: what is behind is solid, chapters are ticks, the knob is now. */
function SeekBar({ positionSeconds, durationSeconds, chapters, onSeek }: SeekBarProps) {
  const at = (seconds: number) => `${durationSeconds > 0 ? (100 * seconds) / durationSeconds : 0}%`
  const now = at(positionSeconds)
  const number = cueAt(chapters, positionSeconds)
  const chapter = chapters[number]
  const spoken = `${spokenTime(positionSeconds)} of ${spokenTime(durationSeconds)}`
  return (
    <div className="seek">
      <svg aria-hidden="true">
        <rect className="seek-line" y="11" width="100%" height="2" />
        <rect className="seek-done" y="9" width={now} height="6" />
        {chapters
          .filter(({ startSeconds }) => startSeconds > 0 && startSeconds < durationSeconds)
          .map(({ startSeconds }) => (
            <rect key={startSeconds} className="seek-mark" x={at(startSeconds)} y="5" width="2" height="14" />
          ))}
        <circle className="seek-ring" cx={now} cy="12" r="10" />
        <circle className="seek-knob" cx={now} cy="12" r="8" />
      </svg>
      <input
        type="range"
        aria-label="Position"
        min={0}
        max={durationSeconds || 1}
        step="any"
        value={positionSeconds}
        disabled={durationSeconds === 0}
        aria-valuetext={chapter ? `${spoken}, chapter ${number + 1}, ${chapter.text}` : spoken}
        onChange={(event) => onSeek(event.currentTarget.valueAsNumber)}
      />
    </div>
  )
}
