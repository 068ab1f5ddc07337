import { type Chapter, chapterAt } from '#client/features/player/captions/chapters.ts'
import { spokenTime } from '#client/features/player/parts/clock-time.ts'

type SeekBarProps = {
  positionSeconds: number
  durationSeconds: number
  chapters: readonly Chapter[]
  onSeek: (seconds: number) => void
}

/** The video as a line: what is behind is solid, chapters are ticks, the knob is now. */
export function SeekBar({ positionSeconds, durationSeconds, chapters, onSeek }: SeekBarProps) {
  const at = (seconds: number) => `${durationSeconds > 0 ? (100 * seconds) / durationSeconds : 0}%`
  const now = at(positionSeconds)
  const number = chapterAt(chapters, positionSeconds)
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
        aria-valuetext={chapter ? `${spoken}, chapter ${number + 1}, ${chapter.title}` : spoken}
        onChange={(event) => onSeek(event.currentTarget.valueAsNumber)}
      />
    </div>
  )
}
