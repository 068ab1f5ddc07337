import { Link } from 'react-router'
import { capitalised, formatDay, formatDuration, formatWeekday } from '#client/lib/format.ts'
import { usePlayer } from '#client/lib/use-player.ts'
import { paths } from '#client/site/paths.ts'
import { Note } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { Box, Split, Stack, Step } from '#client/ui/layout.tsx'
import { EXAM_SUBJECTS } from '#shared/exams/exam-rules.ts'
import { dashboardMessages } from '#shared/messages/dashboard.ts'
import { notesMessages } from '#shared/messages/notes.ts'
import { planMessages } from '#shared/messages/plan.ts'
import type { PageVideo } from '#shared/schemas/catalog.ts'
import type { PlanOutput } from '#shared/schemas/plan.ts'

export type PlanProps = { plan: PlanOutput; videos: readonly PageVideo[] }

export function titleOf(videos: readonly PageVideo[], videoId: number): string {
  return videos.find(({ id }) => id === videoId)?.title ?? ''
}

/** What is watched of a video in so many minutes, by what is left of it then. */
export function reached({ duration }: PageVideo, minutes: number, left: number): string {
  return left <= 0 ? 'to the end' : `from ${duration - left - minutes} to ${duration - left} min`
}

/** What to watch today and why that, and what does not fit however one sits. */
export function Today({ plan, videos }: PlanProps) {
  const player = usePlayer()
  const parts = plan.days.find(({ day }) => day === plan.today)?.parts ?? []
  const isNoneOpen = plan.closings.length === 0
  const over = plan.videos.filter(({ minutesOver }) => minutesOver > 0)
  const planned = (id: number) => plan.videos.find(({ videoId }) => videoId === id)
  const firstDay = plan.videos.map(({ lastDay }) => lastDay).toSorted()[0] ?? ''

  function endOf({ id, categorySlug }: PageVideo): string {
    const subject = EXAM_SUBJECTS.find(({ category }) => category === categorySlug)?.slug
    const exam = plan.exams.find((one) => one.subject === subject)?.day
    const closing = plan.closings.find(({ videoId }) => videoId === id)?.day
    if (exam && planned(id)?.before === 'exam') return `Exam on ${formatWeekday(exam, plan.today)}`
    return closing ? `Open until ${formatWeekday(closing, plan.today)}` : ''
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
            {isNoneOpen ? dashboardMessages.noneOpenYet : planMessages.nothingLeft}{' '}
            <Link className="link" to={isNoneOpen ? paths.videos : paths.dashboard()}>
              {isNoneOpen ? notesMessages.allVideos : dashboardMessages.title}
            </Link>
          </p>
        ) : (
          <Box className="stack">
            {parts.map(({ videoId, minutes }, index) => {
              const video = videos.find(({ id }) => id === videoId)
              const known = planned(videoId)
              return (
                video && (
                  <Split key={videoId}>
                    <p>
                      {index === 0 && known && known.lastDay > firstDay && (
                        <span className="second-line">{dashboardMessages.stoppedHere}</span>
                      )}
                      <b className="plan-title">{video.title}</b>, {formatDuration(minutes)}
                      <span className="second-line">
                        {capitalised(reached(video, minutes, (known?.minutesLeft ?? minutes) - minutes))}.{' '}
                        {endOf(video)}
                      </span>
                    </p>
                    <Button
                      variant={index === 0 ? 'go' : 'line'}
                      aria-label={`Watch ${video.title}`}
                      onClick={() => player.play(videoId)}
                    >
                      Watch
                    </Button>
                  </Split>
                )
              )
            })}
          </Box>
        )}
      </Stack>
    </Step>
  )
}
