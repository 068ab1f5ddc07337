import { Check } from 'lucide-react'
import { clockTime } from '#client/features/player/parts/clock-time.ts'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { type Chapter, chapterAt } from './chapters.ts'

type ChapterListProps = {
  chapters: readonly Chapter[]
  positionSeconds: number
  hasEnded: boolean
  onSeek: (seconds: number) => void
}

/** The parts of the video; pressing one goes there. What lies behind the position counts as watched. */
export function ChapterList({ chapters, positionSeconds, hasEnded, onSeek }: ChapterListProps) {
  const now = hasEnded ? chapters.length : chapterAt(chapters, positionSeconds)
  return (
    <ol>
      {chapters.map(({ startSeconds, title }, index) => (
        <li key={startSeconds}>
          <button
            type="button"
            className="chapter"
            data-done={index < now || undefined}
            aria-current={index === now || undefined}
            onClick={() => onSeek(startSeconds)}
          >
            <span className="figure">{clockTime(startSeconds)}</span>
            <span>{title}</span>
            {index < now && (
              <>
                <Check className="symbol" aria-hidden="true" />
                <VisuallyHidden>watched</VisuallyHidden>
              </>
            )}
          </button>
        </li>
      ))}
    </ol>
  )
}
