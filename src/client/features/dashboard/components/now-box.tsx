import type { ReactNode } from 'react'
import { Link } from 'react-router'
import {
  type Closing,
  firstToClose,
  nextVideo,
  type VideoRow,
} from '#client/features/dashboard/video-rows.ts'
import { capitalised, formatDuration, formatShortDay, videosInWords } from '#client/lib/format.ts'
import { usePlayer } from '#client/lib/use-player.ts'
import { LinkButton } from '#client/site/link-button.tsx'
import { paths } from '#client/site/paths.ts'
import { Button } from '#client/ui/button.tsx'
import { dashboardMessages } from '#shared/messages/dashboard.ts'

/** What now: the one button to go on with, what closes first, and how much is left in all. As high whatever it says. */
export function NowBox({ rows }: { rows: readonly VideoRow[] }) {
  const next = nextVideo(rows)
  const closing = firstToClose(rows)
  const left = rows.reduce((sum, row) => sum + (row.isOpen ? row.minutesLeft : 0), 0)
  return (
    <section className="box now" aria-label="What now">
      {next ? <Next row={next} /> : <Nothing rows={rows} />}
      <div>
        <p>
          {closing && (
            <>
              {closing.isAll ? 'All close on' : whatCloses(closing)} <b>{formatShortDay(closing.closesAt)}</b>
            </>
          )}
        </p>
        <p>
          {left > 0 && `${formatDuration(left)} left in all. `}
          <Link className="link no-print" to={paths.plan}>
            {dashboardMessages.plan}
          </Link>
        </p>
      </div>
    </section>
  )
}

function whatCloses({ first, isFirst }: Closing): string {
  const [one, other, ...more] = first.map(({ video }) => video.title)
  const when = isFirst ? 'first, on' : 'on'
  if (other === undefined) return `${one} closes ${when}`
  const named = more.length === 0 ? `${one} and ${other}` : capitalised(videosInWords(first.length))
  return `${named} close ${when}`
}

function Next({ row }: { row: VideoRow }) {
  const { video, watch, percent, minutesLeft } = row
  const player = usePlayer()
  const { stoppedHere, nextUp } = dashboardMessages
  const button = watch === 'continue' ? dashboardMessages.continue : dashboardMessages.start
  return (
    <>
      <Lines
        label={watch === 'continue' ? stoppedHere : nextUp}
        title={video.title}
        text={watch === 'continue' ? `At ${percent}%, ${minutesLeft} min left` : `${minutesLeft} min`}
      />
      <Button
        variant="go"
        aria-label={`${button} watching ${video.title}`}
        onClick={() => player.play(video.id)}
      >
        {button}
      </Button>
    </>
  )
}

function Nothing({ rows }: { rows: readonly VideoRow[] }) {
  const isOpen = rows.some((row) => row.isOpen)
  const { allWatched, noneOpen, nextUp } = dashboardMessages
  return (
    <>
      <Lines
        label={nextUp}
        title={isOpen ? allWatched : noneOpen}
        text={isOpen ? 'Replay any of them below.' : 'What you buy opens at once.'}
      />
      <LinkButton to={paths.videos}>{rows.length === 0 ? 'Choose a film' : 'See the films'}</LinkButton>
    </>
  )
}

function Lines({ label, title, text }: { label: string; title: string; text: ReactNode }) {
  return (
    <div>
      <p className="quiet small">{label}</p>
      <p className="now-title">{title}</p>
      <p>{text}</p>
    </div>
  )
}
