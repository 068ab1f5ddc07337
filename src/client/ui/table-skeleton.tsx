import { Skeleton } from './skeleton.tsx'

/** The frame of a table with its heading and rows as bars; goes in `Loading`. */
export function TableToCome({ rows }: { rows: number }) {
  return (
    <div className="table-frame table-skeleton">
      {Array.from({ length: rows + 1 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
        <div key={index}>
          <Skeleton width="narrow" />
          <Skeleton width="word" />
        </div>
      ))}
    </div>
  )
}
