import { ListTree } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { PlayMark } from '#client/ui/marks.tsx'
import { VideoButton, ViewingButtons } from './video-button.tsx'

type PhoneBarProps = ViewingButtons & {
  isCovered: boolean
  isSideOpen: boolean
  onSide: () => void
  /** What is open below it. */
  children: ReactNode
}

/** What the browser's own controls hide in a menu, or have not at all: under the picture, and beside it in landscape. */
export function PhoneBar({ children, ...props }: PhoneBarProps) {
  return (
    <div className="phone-bar" inert={props.isCovered}>
      {/* Held across, what stands below the picture when it is held upright comes beside it. */}
      <span className="phone-bar-side">
        <VideoButton label="Contents" symbol={ListTree} isOn={props.isSideOpen} onPress={props.onSide} />
      </span>
      <ViewingButtons {...props} />
      {children}
    </div>
  )
}

type LargePlayProps = { title: string; isPlaying: boolean; isHidden: boolean; onPlay: () => void }

/** On the still of a video that has not been played yet, for a finger. */
export function LargePlay({ title, isPlaying, isHidden, onPlay }: LargePlayProps) {
  const [hasPlayed, setPlayed] = useState(isPlaying)
  if (isPlaying && !hasPlayed) setPlayed(true)
  if (hasPlayed || isHidden) return null
  return (
    <button type="button" className="large-play" aria-label={`Play ${title}`} onClick={onPlay}>
      <PlayMark />
    </button>
  )
}
