import { Check } from 'lucide-react'
import { clockTime } from '#client/lib/clock-time.ts'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import type { Cue } from '#shared/catalog/vtt.ts'
import { cueAt } from './captions.ts'

type ChapterListProps = {
  chapters: readonly Cue[]
  positionSeconds: number
  hasEnded: boolean
  onSeek: (seconds: number) => void
}

/** The chapters; pressing one goes there. Those before the position count as watched. */
export function ChapterList({ chapters, positionSeconds, hasEnded, onSeek }: ChapterListProps) {
  const now = hasEnded ? chapters.length : cueAt(chapters, positionSeconds)
  return (
    <ol>
      {chapters.map(({ startSeconds, text }, index) => (
        <li key={startSeconds}>
          <button
            type="button"
            className="chapter"
            data-done={index < now || undefined}
            aria-current={index === now || undefined}
            onClick={() => onSeek(startSeconds)}
          >
            <span className="figure">{clockTime(startSeconds)}</span>
            <span>{text}</span>
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
