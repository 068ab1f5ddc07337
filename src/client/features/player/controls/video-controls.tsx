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
import type { FilmState } from '#client/features/player/parts/use-video-state.ts'
import { SeekBar } from './seek-bar.tsx'
import type { FilmActions } from './use-video-actions.ts'

type FilmControlsProps = {
  film: FilmState
  actions: FilmActions
  chapters: readonly Chapter[]
  canCaption: boolean
  hasCaptions: boolean
  isFull: boolean
  /** Over the picture, where the film fills the screen; else below it, so that nothing of it is covered. */
  isHidden: boolean
  /** Something lies over them: they take no focus. */
  isCovered: boolean
  onFullScreen: () => void
  openSheet: 'help' | 'settings' | null
  onSheet: (sheet: 'help' | 'settings') => void
}

export function FilmControls(props: FilmControlsProps) {
  const { film, actions, isFull } = props
  return (
    <div
      className={clsx(
        'video-controls',
        isFull ? props.isHidden && 'video-controls-hidden' : 'video-controls-below',
      )}
      inert={props.isCovered}
    >
      <SeekBar {...film} chapters={props.chapters} onSeek={actions.seek} />
      <div className="video-controls-row">
        <FilmButton label={film.isPlaying ? 'Pause' : 'Play'} onPress={actions.playOrPause}>
          {film.isPlaying ? (
            <Pause aria-hidden="true" fill="currentColor" />
          ) : (
            <Play aria-hidden="true" fill="currentColor" />
          )}
        </FilmButton>
        <span className="figure">
          {clockTime(film.positionSeconds)} / {clockTime(film.durationSeconds)}
        </span>
        <span className="video-controls-gap" />
        <Volume film={film} actions={actions} />
        {props.canCaption && (
          <FilmButton label="Captions" isOn={props.hasCaptions} onPress={actions.toggleCaptions}>
            {props.hasCaptions ? <Captions aria-hidden="true" /> : <CaptionsOff aria-hidden="true" />}
          </FilmButton>
        )}
        <select
          className="video-button video-speed"
          aria-label="Speed"
          value={film.rate}
          onChange={(event) => actions.setRate(Number(event.currentTarget.value))}
        >
          {SPEEDS.map((speed) => (
            <option key={speed} value={speed}>
              {speedText(speed)}
            </option>
          ))}
        </select>
        <FilmButton
          label="Settings"
          isOn={props.openSheet === 'settings'}
          onPress={() => props.onSheet('settings')}
        >
          <Settings2 aria-hidden="true" />
        </FilmButton>
        <FilmButton
          label="Keyboard help"
          isOn={props.openSheet === 'help'}
          onPress={() => props.onSheet('help')}
        >
          <Keyboard aria-hidden="true" />
        </FilmButton>
        <FilmButton label={isFull ? 'Leave full screen' : 'Full screen'} onPress={props.onFullScreen}>
          {isFull ? <Minimize aria-hidden="true" /> : <Maximize aria-hidden="true" />}
        </FilmButton>
      </div>
    </div>
  )
}

function Volume({ film, actions }: Pick<FilmControlsProps, 'film' | 'actions'>) {
  const volume = film.isMuted ? 0 : film.volume
  return (
    <>
      <FilmButton label={film.isMuted ? 'Sound on' : 'Mute'} onPress={actions.toggleMute}>
        {film.isMuted ? <VolumeX aria-hidden="true" /> : <Volume2 aria-hidden="true" />}
      </FilmButton>
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

type FilmButtonProps = { label: string; isOn?: boolean; onPress: () => void; children: ReactNode }

function FilmButton({ label, isOn, onPress, children }: FilmButtonProps) {
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
