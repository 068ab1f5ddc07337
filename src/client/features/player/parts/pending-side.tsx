import { Skeleton } from '#client/ui/skeleton.tsx'

const ROWS = [1, 2, 3, 4, 5]

/** Rows of the height of chapters, while it is not known what they say. */
export function ChapterRows() {
  return ROWS.map((row) => (
    <div className="chapter chapter-pending" key={row} aria-hidden="true">
      <Skeleton />
      <Skeleton />
    </div>
  ))
}

/** The column beside a video that has not been opened yet. */
export function PendingSide() {
  return (
    <section className="video-side" aria-label="Beside the film">
      <div>
        <h3>Chapters</h3>
        <ChapterRows />
      </div>
    </section>
  )
}
