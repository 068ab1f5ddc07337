import { closesSoon, type VideoRow } from '#client/features/dashboard/video-rows.ts'
import { formatDay } from '#client/lib/format.ts'
import { usePlayer } from '#client/lib/use-player.ts'
import { LinkButton } from '#client/site/link-button.tsx'
import { OrderLink } from '#client/site/order-link.tsx'
import { paths } from '#client/site/paths.ts'
import { Button } from '#client/ui/button.tsx'
import { Empty } from '#client/ui/empty.tsx'
import { PlayMark } from '#client/ui/marks.tsx'
import { LabelledScaleBar } from '#client/ui/scale-bar.tsx'
import { Status, type StatusKind } from '#client/ui/status.tsx'
import { SubjectThumb } from '#client/ui/subject-symbol.tsx'
import { dashboardMessages } from '#shared/messages/dashboard.ts'
import { isCompleted } from '#shared/progress/progress.ts'
import { Renew } from './renew.tsx'

const STATUS: Record<VideoRow['watch'], { kind: StatusKind; text: string; button: string }> = {
  start: { kind: 'not-started', text: dashboardMessages.notStarted, button: dashboardMessages.start },
  continue: { kind: 'pending', text: dashboardMessages.inProgress, button: dashboardMessages.continue },
  replay: { kind: 'done', text: dashboardMessages.completed, button: dashboardMessages.replay },
}

/** "Your Videos", each with its progress, its badge, its last day and its button (requirements §2). */
export function VideoList({ rows }: { rows: readonly VideoRow[] }) {
  if (rows.length === 0) {
    return (
      <div className="box">
        <Empty
          symbol={<PlayMark />}
          title={dashboardMessages.empty}
          action={
            <LinkButton to={paths.videos} variant="go">
              See the films
            </LinkButton>
          }
        >
          {dashboardMessages.emptyText}
        </Empty>
      </div>
    )
  }
  return (
    <ul className="video-rows">
      {rows.map((row) => (
        <VideoEntry key={row.video.id} row={row} />
      ))}
    </ul>
  )
}

function VideoEntry({ row }: { row: VideoRow }) {
  const { video, isOpen, watch, watchedPercent, request } = row
  const player = usePlayer()
  const { kind, text, button } = STATUS[watch]
  return (
    <li>
      <SubjectThumb category={video.categorySlug} />
      <div>
        <h3>{video.title}</h3>
        <span className="quiet small">{video.duration} minutes</span>
        <OrderLink
          to={request?.orderId ? paths.order(request.orderId) : paths.orderOf(video.id)}
          of={video.title}
          request={request}
        />
      </div>
      <LabelledScaleBar
        value={watchedPercent}
        label={`${video.title} watched`}
        start={isOpen ? <Status kind={kind}>{text}</Status> : <Status kind="stop">Closed</Status>}
        end={watchedText(row)}
      />
      <Until row={row} />
      {isOpen ? (
        <Button aria-label={`${button} ${video.title}`} onClick={() => player.play(video.id)}>
          {button}
        </Button>
      ) : (
        <LinkButton to={paths.video(video.slug)} aria-label={`Buy again ${video.title}`}>
          Buy again
        </LinkButton>
      )}
    </li>
  )
}

/** "39 of 105 min". Completed goes by the place: where parts were left out, both are said. */
function watchedText({ video, watch, watchedPercent, watchedMinutes }: VideoRow): string {
  if (watchedMinutes === null) return `${watchedPercent}%`
  const minutes = `${watchedMinutes} of ${video.duration} min`
  return watch === 'replay' && !isCompleted(watchedPercent) ? `seen to the end, ${minutes} watched` : minutes
}

/** The last day, and from two weeks before it how long that is. */
function Until({ row }: { row: VideoRow }) {
  const { video, isOpen, expiresAt, daysLeft, opensAt, renewsFrom } = row
  return (
    <span className="video-rows-until quiet small">
      {isOpen ? 'Open until ' : opensAt ? 'Opens on ' : 'Closed on '}
      <b className="video-rows-day">{formatDay(opensAt ?? expiresAt)}</b>
      {closesSoon(row) && (
        <span className="video-rows-soon">
          {daysLeft === 1 ? 'Closes within a day' : `Closes in ${daysLeft} days`}
        </span>
      )}
      {renewsFrom && <Renew video={video} renewsFrom={renewsFrom} />}
    </span>
  )
}
