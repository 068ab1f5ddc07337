import { z } from 'zod'
import { isIsoDay } from '#shared/calendar/iso-day.ts'
import { EXAM_SUBJECTS } from '#shared/exams/exam-rules.ts'
import { planMessages } from '#shared/messages/plan.ts'
import { opaqueId } from './primitives.ts'

const subject = z.enum(EXAM_SUBJECTS.map(({ slug }) => slug))
const day = z.string().refine(isIsoDay, planMessages.noDay)

/** The exams of a student; a subject with null has no date any more, one that is missing keeps its own. */
export const examDatesInput = z.object({
  userId: opaqueId,
  dates: z.array(z.object({ subject, day: day.nullable() })).max(EXAM_SUBJECTS.length),
})
export type ExamDatesInput = z.output<typeof examDatesInput>

const minutes = z.int()

const plannedVideo = z.object({
  videoId: z.int(),
  minutesLeft: minutes,
  /** The last day to watch it on: before its exam, and before it closes. */
  lastDay: z.string(),
  before: z.enum(['exam', 'closing']),
  /** What does not fit before that day. */
  minutesOver: minutes,
})

/** What to watch on which day, from today (in London) on. */
export const planOutput = z.object({
  today: z.string(),
  /** As much as every full day has. */
  minutesADay: minutes,
  days: z.array(z.object({ day: z.string(), parts: z.array(z.object({ videoId: z.int(), minutes })) })),
  videos: z.array(plannedVideo),
  /** The day each open video closes. */
  closings: z.array(z.object({ videoId: z.int(), day: z.string() })),
  exams: z.array(z.object({ subject, day: z.string() })),
  /** The last day for the last paper, by the first date entered; null without one. */
  allPassedBy: z.string().nullable(),
})
export type PlanOutput = z.output<typeof planOutput>
