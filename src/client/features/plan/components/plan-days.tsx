import { type ReactNode, useState } from 'react'
import { formatDuration, formatWeekday } from '#client/lib/format.ts'
import { Button } from '#client/ui/button.tsx'
import { Step } from '#client/ui/layout.tsx'
import { Status } from '#client/ui/status.tsx'
import { SubjectName } from '#client/ui/subject-symbol.tsx'
import { daysBetween } from '#shared/calendar/iso-day.ts'
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
    ...plan.exams.filter(({ day }) => day >= plan.today).map((exam) => examLine({ plan, videos }, exam)),
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

/** An exam, and by how many days its video closes before it. */
function examLine({ plan, videos }: PlanProps, { day, subject }: PlanProps['plan']['exams'][number]) {
  const known = EXAM_SUBJECTS.find(({ slug }) => slug === subject)
  const text = `Exam: ${known?.name}`
  const video = videos.find(({ categorySlug }) => categorySlug === known?.category)
  const closing = plan.closings.find(({ videoId }) => videoId === video?.id)
  const days = closing ? daysBetween(closing.day, day) : 0
  if (!video || days <= 0) return { day, text }
  const parts = (
    <>
      <b>{text}</b>
      <p>
        <Status kind="pending" wrap>
          {video.title} closes {days} {days === 1 ? 'day' : 'days'} before this exam
        </Status>
      </p>
    </>
  )
  return { day, text, parts }
}

/** What is watched on which day, from where to where. */
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
      <span className="quiet small">{reached(video, minutes, rest)}</span>
    </p>
  )
}
