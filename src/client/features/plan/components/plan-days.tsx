import { type ReactNode, useState } from 'react'
import { formatDuration, formatWeekday } from '#client/lib/format.ts'
import { Button } from '#client/ui/button.tsx'
import { Step } from '#client/ui/layout.tsx'
import { SubjectName } from '#client/ui/subject-symbol.tsx'
import { EXAM_SUBJECTS } from '#shared/exams/exam-rules.ts'
import type { PageVideo } from '#shared/schemas/catalog.ts'
import { type PlanProps, reached, titleOf } from './today.tsx'

/** Two weeks and a few exams. */
const FIRST_LINES = 16

/** "Air Law, Navigation and Meteorology" */
const AND = new Intl.ListFormat('en-GB')

/** The days to come, videos, exams and closings, one line each; what is watched today stands above. */
export function PlanDays({ plan, videos }: PlanProps) {
  const [isWhole, setWhole] = useState(false)
  const lines: { day: string; text: string; parts?: ReactNode }[] = [
    ...watchingDays({ plan, videos }).filter(({ day }) => day > plan.today),
    ...[...new Set(plan.closings.map(({ day }) => day))].map((day) => {
      const titles = plan.closings
        .filter((closing) => closing.day === day)
        .map(({ videoId }) => titleOf(videos, videoId))
      return { day, text: `${AND.format(titles)} ${titles.length === 1 ? 'closes' : 'close'}` }
    }),
    ...plan.exams
      .filter(({ day }) => day >= plan.today)
      .map(({ day, subject }) => ({
        day,
        text: `Exam: ${EXAM_SUBJECTS.find(({ slug }) => slug === subject)?.name}`,
      })),
  ].toSorted((a, b) => a.day.localeCompare(b.day))
  if (lines.length === 0) return null
  return (
    <Step heading="Day by day">
      {plan.days.length > 0 && (
        <p className="quiet">
          {formatDuration(plan.minutesADay)} a day. It is made again from what is left each time you look.
        </p>
      )}
      <ul className="ruled-list">
        {lines.slice(0, isWhole ? lines.length : FIRST_LINES).map(({ day, text, parts }) => (
          <li key={`${day} ${text}`}>
            <span className="plan-day">{day === plan.today ? 'Today' : formatWeekday(day, plan.today)}</span>
            {parts ? <div>{parts}</div> : <b>{text}</b>}
          </li>
        ))}
      </ul>
      {!isWhole && lines.length > FIRST_LINES && (
        <Button size="sm" onClick={() => setWhole(true)}>
          Show all {lines.length} lines
        </Button>
      )}
    </Step>
  )
}

/** What is watched on which day, with how far each video has come by its end. */
function watchingDays({ plan, videos }: PlanProps) {
  const left = new Map(plan.videos.map(({ videoId, minutesLeft }) => [videoId, minutesLeft]))
  return plan.days.map(({ day, parts }) => ({
    day,
    text: '',
    parts: parts.map(({ videoId, minutes }) => {
      const rest = (left.get(videoId) ?? minutes) - minutes
      left.set(videoId, rest)
      const video = videos.find(({ id }) => id === videoId)
      return video && <Part key={videoId} video={video} minutes={minutes} rest={rest} />
    }),
  }))
}

type PartProps = { video: PageVideo; minutes: number; rest: number }

function Part({ video, minutes, rest }: PartProps) {
  return (
    <p className="plan-part">
      <SubjectName category={video.categorySlug}>{video.title}</SubjectName>{' '}
      <span className="figure">{formatDuration(minutes)}</span>{' '}
      <span className="quiet small">{reached(video, rest)}</span>
    </p>
  )
}
