import { formatMinute } from '#client/lib/format.ts'
import type { Happening } from './order-timeline.ts'

/** What happened, the oldest first. */
export function OrderTimeline({ happenings }: { happenings: readonly Happening[] }) {
  return (
    <section aria-labelledby="timeline-heading">
      <h2 className="order-heading" id="timeline-heading">
        What happened
      </h2>
      <ol className="timeline">
        {happenings.map(({ key, at, what, note }) => (
          <li key={key}>
            <time className="figure" dateTime={at}>
              {formatMinute(at)}
            </time>
            <div>
              {what}
              {note && <p className="small quiet">{note}</p>}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
