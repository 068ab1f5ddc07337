import { useState } from 'react'
import { formatDuration, formatWeekday } from '#client/lib/format.ts'
import { Button } from '#client/ui/button.tsx'
import { Step } from '#client/ui/layout.tsx'
import { EXAM_SUBJECTS } from '#shared/exams/exam-rules.ts'
import { type PlanProps, titleOf } from './today.tsx'

/** Two weeks and a few exams: on a phone the dates come after them. */
const FIRST_LINES = 16

/** "Air Law, Navigation and Meteorology" */
const AND = new Intl.ListFormat('en-GB')

/** The days to come, videos, exams and closings, one line each. */
export function PlanDays({ plan, videos }: PlanProps) {
  const [isWhole, setWhole] = useState(false)
  const lines = [
    ...plan.days.map(({ day, parts }) => ({
      day,
      text: parts
        .map(({ videoId, minutes }) => `${titleOf(videos, videoId)}, ${formatDuration(minutes)}`)
        .join('; '),
      isDate: false,
    })),
    ...[...new Set(plan.closings.map(({ day }) => day))].map((day) => {
      const titles = plan.closings
        .filter((closing) => closing.day === day)
        .map(({ videoId }) => titleOf(videos, videoId))
      return { day, text: `${AND.format(titles)} ${titles.length === 1 ? 'closes' : 'close'}`, isDate: true }
    }),
    ...plan.exams
      .filter(({ day }) => day >= plan.today)
      .map(({ day, subject }) => ({
        day,
        text: `Exam: ${EXAM_SUBJECTS.find(({ slug }) => slug === subject)?.name}`,
        isDate: true,
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
        {lines.slice(0, isWhole ? lines.length : FIRST_LINES).map(({ day, text, isDate }) => (
          <li key={`${day} ${text}`}>
            <span className="plan-day">{day === plan.today ? 'Today' : formatWeekday(day, plan.today)}</span>
            {isDate ? <b>{text}</b> : <span>{text}</span>}
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
