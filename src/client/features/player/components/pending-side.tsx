import type { ReactNode } from 'react'
import { Skeleton } from '../../../ui/skeleton.tsx'

const ROWS = [1, 2, 3, 4, 5]

/** The column beside the film; rows of the same height while it is not known what they say. */
export function Chapters({ isPending, children }: { isPending: boolean; children?: ReactNode }) {
  return (
    <section className="chapters" aria-label="Chapters">
      <h3>Chapters</h3>
      {isPending
        ? ROWS.map((row) => (
            <div className="chapter pointer-events-none" key={row} aria-hidden="true">
              <Skeleton />
              <Skeleton />
            </div>
          ))
        : children}
    </section>
  )
}
