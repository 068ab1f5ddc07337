import { type PointerEvent, useState } from 'react'
import { cueAt } from '#client/features/player/captions/captions.ts'
import { clockTime, spokenTime } from '#client/lib/clock-time.ts'
import { pictureAt, STORYBOARD_COLUMNS, storyboardLayout } from '#shared/catalog/storyboard.ts'
import type { Cue } from '#shared/catalog/vtt.ts'

type SeekBarProps = {
  positionSeconds: number
  durationSeconds: number
  chapters: readonly Cue[]
  storyboardUrl: string | null
  onSeek: (seconds: number) => void
}

/** Where a pointer is over the bar, in pixels. */
type Pointed = { left: number; width: number }

/** The video as a line: what is behind is solid, chapters are ticks, the knob is now. */
export function SeekBar({ positionSeconds, durationSeconds, chapters, storyboardUrl, onSeek }: SeekBarProps) {
  const [pointed, setPointed] = useState<Pointed | null>(null)
  const at = (seconds: number) => `${durationSeconds > 0 ? (100 * seconds) / durationSeconds : 0}%`
  const now = at(positionSeconds)
  const number = cueAt(chapters, positionSeconds)
  const chapter = chapters[number]
  const spoken = `${spokenTime(positionSeconds)} of ${spokenTime(durationSeconds)}`

  function point({ currentTarget, clientX }: PointerEvent) {
    const { left, width } = currentTarget.getBoundingClientRect()
    setPointed({ left: Math.max(0, Math.min(width, clientX - left)), width })
  }
  const leave = () => setPointed(null)

  return (
    <div className="seek">
      {pointed && durationSeconds > 0 && (
        <SeekPreview
          pointed={pointed}
          durationSeconds={durationSeconds}
          chapters={chapters}
          storyboardUrl={storyboardUrl}
        />
      )}
      <svg aria-hidden="true">
        <rect className="seek-line" y="9" width="100%" height="6" />
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
        onPointerDown={point}
        onPointerMove={point}
        onPointerLeave={leave}
        onPointerUp={({ pointerType }) => pointerType === 'touch' && leave()}
        onPointerCancel={leave}
      />
    </div>
  )
}

type SeekPreviewProps = Pick<SeekBarProps, 'durationSeconds' | 'chapters' | 'storyboardUrl'> & {
  pointed: Pointed
}

/** Half of its width, in pixels: it never leaves the bar. */
const HALF_WIDTH = 96

/** What a jump to the place under the pointer would show: picture, time and chapter. */
function SeekPreview({ pointed, durationSeconds, chapters, storyboardUrl }: SeekPreviewProps) {
  const { left, width } = pointed
  const seconds = (left / width) * durationSeconds
  const layout = storyboardLayout(durationSeconds)
  const { column, row } = pictureAt(layout, seconds)
  const middle = Math.max(HALF_WIDTH, Math.min(width - HALF_WIDTH, left))
  return (
    <div className="seek-preview" aria-hidden="true" style={{ left: middle }}>
      {storyboardUrl && (
        <svg aria-hidden="true" viewBox={`${column * 16} ${row * 9} 16 9`}>
          <image
            href={storyboardUrl}
            width={STORYBOARD_COLUMNS * 16}
            height={layout.rows * 9}
            preserveAspectRatio="none"
          />
        </svg>
      )}
      <p>
        <span className="figure">{clockTime(seconds)}</span> {chapters[cueAt(chapters, seconds)]?.text}
      </p>
    </div>
  )
}
