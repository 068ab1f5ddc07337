import { Captions, CaptionsOff, type LucideIcon, Settings2 } from 'lucide-react'
import { SPEEDS, speedText } from './use-video-actions.ts'

type VideoButtonProps = {
  label: string
  symbol: LucideIcon
  isSolid?: boolean
  /** Drawn into the symbol. */
  text?: number
  isOn?: boolean
  onPress: () => void
}

export function VideoButton({ label, symbol: Icon, isSolid, text, isOn, onPress }: VideoButtonProps) {
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
      {text && (
        <span className="video-button-text figure" aria-hidden="true">
          {text}
        </span>
      )}
    </button>
  )
}

export type ViewingButtons = {
  canCaption: boolean
  hasCaptions: boolean
  onCaptions: () => void
  rate: number
  onRate: (rate: number) => void
  isSettingsOpen: boolean
  onSettings: () => void
}

/** What changes how a video is watched, beside our own controls or the browser's. */
export function ViewingButtons(props: ViewingButtons) {
  return (
    <>
      {props.canCaption && (
        <VideoButton
          label="Captions"
          symbol={props.hasCaptions ? Captions : CaptionsOff}
          isOn={props.hasCaptions}
          onPress={props.onCaptions}
        />
      )}
      <span className="video-speed-place" title="Speed">
        <select
          className="video-button video-speed"
          aria-label="Speed"
          value={props.rate}
          onChange={(event) => props.onRate(Number(event.currentTarget.value))}
        >
          {SPEEDS.map((speed) => (
            <option key={speed} value={speed}>
              {speedText(speed)}
            </option>
          ))}
        </select>
      </span>
      <VideoButton
        label="Settings"
        symbol={Settings2}
        isOn={props.isSettingsOpen}
        onPress={props.onSettings}
      />
    </>
  )
}
