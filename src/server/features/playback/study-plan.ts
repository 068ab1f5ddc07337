import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { lockStudent } from '#server/features/accounts/students.ts'
import { type CatalogVideo, loadCatalog } from '#server/features/catalog/queries.ts'
import { openUntil } from '#server/features/entitlements/entitlement-term.ts'
import { toIsoLondonDate } from '#shared/calendar/calendar.ts'
import { addDaysTo, endOfMonth, type IsoDay } from '#shared/calendar/iso-day.ts'
import { findCategory } from '#shared/catalog/catalog.ts'
import { EXAM_RULES, EXAM_SUBJECTS, type ExamSubject } from '#shared/exams/exam-rules.ts'
import { findLeftLast, watchState } from '#shared/progress/progress.ts'
import { minutesLeft } from '#shared/progress/watched.ts'
import type { ExamDatesInput, PlanOutput } from '#shared/schemas/plan.ts'
import { planDays } from './plan-days.ts'
import type { DashboardRows } from './queries.ts'

type ExamDate = { subject: ExamSubject; day: IsoDay }

/** The open videos of a student, laid out over the days before their exams and before they close. */
export async function loadPlan(deps: Pick<Deps, 'db' | 'clock'>, rows: DashboardRows): Promise<PlanOutput> {
  const [{ videos }, exams] = await Promise.all([loadCatalog(deps.db), listExamDates(deps, rows.user.id)])
  return makePlan({ rows, videos, exams, now: deps.clock.now() })
}

type PlanInput = {
  rows: Pick<DashboardRows, 'entitlements' | 'progress'>
  videos: readonly Pick<CatalogVideo, 'id' | 'category' | 'durationMinutes'>[]
  exams: readonly ExamDate[]
  now: Date
}

export function makePlan({ rows, videos, exams, now }: PlanInput): PlanOutput {
  const today = toIsoLondonDate(now)
  const ends = openUntil(rows.entitlements, now)
  const toWatch = videos.flatMap((video) => {
    const closesAt = ends.get(video.id)
    const saved = rows.progress.find(({ videoId }) => videoId === video.id)
    const left = minutesLeft(video.durationMinutes, saved ?? { progress: 0, completed: false })
    const examDay = examDayOf(video, exams)
    // After its exam a video is needed no more, until another date is entered.
    if (closesAt === undefined || left === 0 || (examDay !== null && examDay <= today)) return []
    return [{ videoId: video.id, minutesLeft: left, ...lastDayOf({ today, closesAt, examDay }) }]
  })
  const leftLast = findLeftLast(
    rows.progress
      .filter(({ videoId }) => ends.has(videoId))
      .map(({ videoId, progress, completed, updatedAt = '' }) => {
        return { videoId, watch: watchState(progress, completed), savedAt: updatedAt }
      }),
  )
  const { minutesADay, days, over } = planDays(toWatch, today, leftLast?.videoId)
  const first = exams.map(({ day }) => day).toSorted()[0]
  return {
    today,
    minutesADay,
    days,
    videos: toWatch.map((video) => ({ ...video, minutesOver: over.get(video.videoId) ?? 0 })),
    closings: videos.flatMap(({ id }) => {
      const closesAt = ends.get(id)
      return closesAt ? [{ videoId: id, day: toIsoLondonDate(closesAt) }] : []
    }),
    exams: [...exams],
    allPassedBy: first === undefined ? null : endOfMonth(first, EXAM_RULES.monthsForAll),
  }
}

function examDayOf({ category }: Pick<CatalogVideo, 'category'>, exams: readonly ExamDate[]): IsoDay | null {
  const slug = findCategory(category)?.slug
  const subject = EXAM_SUBJECTS.find((one) => one.category !== null && one.category === slug)?.slug
  return exams.find((exam) => exam.subject === subject)?.day ?? null
}

type Ends = { today: IsoDay; closesAt: Date; examDay: IsoDay | null }

/** The day before the exam, or before the one on which the video closes; a video that closes today is watched today. */
function lastDayOf({
  today,
  closesAt,
  examDay,
}: Ends): Pick<PlanOutput['videos'][number], 'lastDay' | 'before'> {
  const dayBefore = addDaysTo(toIsoLondonDate(closesAt), -1)
  const closing = dayBefore < today ? today : dayBefore
  const exam = examDay === null ? null : addDaysTo(examDay, -1)
  return exam !== null && exam <= closing
    ? { lastDay: exam, before: 'exam' }
    : { lastDay: closing, before: 'closing' }
}

export async function listExamDates({ db }: Pick<Deps, 'db'>, studentId: string): Promise<ExamDate[]> {
  const rows = await db.examDate.findMany({
    where: { studentId },
    orderBy: [{ day: 'asc' }, { subject: 'asc' }],
    select: { subject: true, day: true },
  })
  return rows.flatMap(({ subject, day }) => {
    // A subject that there is no more is shown no more.
    const known = EXAM_SUBJECTS.find(({ slug }) => slug === subject)
    return known ? [{ subject: known.slug, day: day.toISOString().slice(0, 10) }] : []
  })
}

/**
 * Sets or takes out the days of a student's exams.
 *
 * @throws ShopError NOT_SIGNED_IN where the account is erased at this moment
 */
export async function saveExamDates(
  { db }: Pick<Deps, 'db'>,
  { userId: studentId, dates }: ExamDatesInput,
): Promise<void> {
  await db.$transaction(async (tx) => {
    if (!(await lockStudent(tx, studentId))) throw new ShopError('NOT_SIGNED_IN')
    await tx.examDate.deleteMany({
      where: { studentId, subject: { in: dates.map(({ subject }) => subject) } },
    })
    await tx.examDate.createMany({
      // A subject that is named twice has its last day.
      data: [...new Map(dates.map(({ subject, day }) => [subject, day]))].flatMap(([subject, day]) =>
        day === null ? [] : [{ studentId, subject, day: new Date(day) }],
      ),
    })
  })
}
