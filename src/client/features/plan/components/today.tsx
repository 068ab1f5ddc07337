import { Link } from 'react-router'
import { formatDay, formatDuration, formatWeekday } from '#client/lib/format.ts'
import { usePlayer } from '#client/lib/use-player.ts'
import { paths } from '#client/site/paths.ts'
import { Note } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { Box, Split, Stack, Step } from '#client/ui/layout.tsx'
import { planMessages } from '#shared/messages/plan.ts'
import type { PageVideo } from '#shared/schemas/catalog.ts'
import type { PlanOutput } from '#shared/schemas/plan.ts'

export type PlanProps = { plan: PlanOutput; videos: readonly PageVideo[] }

export function titleOf(videos: readonly PageVideo[], videoId: number): string {
  return videos.find(({ id }) => id === videoId)?.title ?? ''
}

/** What to watch today, and what does not fit however one sits. */
export function Today({ plan, videos }: PlanProps) {
  const player = usePlayer()
  const parts = plan.days.find(({ day }) => day === plan.today)?.parts ?? []
  const over = plan.videos.filter(({ minutesOver }) => minutesOver > 0)
  function closingOf(videoId: number) {
    const day = plan.closings.find((closing) => closing.videoId === videoId)?.day
    return day && <span className="second-line">Open until {formatWeekday(day, plan.today)}</span>
  }
  return (
    <Step heading="Today">
      <Stack>
        {over.length > 0 && (
          <Note tone="caution" title="It does not all fit">
            {over.map(({ videoId, minutesOver, lastDay }) => (
              <p key={videoId}>
                {titleOf(videos, videoId)}: {formatDuration(minutesOver)} too much until {formatDay(lastDay)},
                at {formatDuration(plan.minutesADay)} a day.
              </p>
            ))}
          </Note>
        )}
        {parts.length === 0 ? (
          <p>
            {planMessages.nothingLeft}{' '}
            <Link className="link" to={paths.dashboard()}>
              My Videos
            </Link>
          </p>
        ) : (
          <Box className="stack">
            {parts.map(({ videoId, minutes }, index) => (
              <Split key={videoId}>
                <p>
                  <b className="plan-title">{titleOf(videos, videoId)}</b>, {formatDuration(minutes)}
                  {closingOf(videoId)}
                </p>
                <Button
                  variant={index === 0 ? 'go' : 'line'}
                  aria-label={`Watch ${titleOf(videos, videoId)}`}
                  onClick={() => player.play(videoId)}
                >
                  Watch
                </Button>
              </Split>
            ))}
          </Box>
        )}
      </Stack>
    </Step>
  )
}
