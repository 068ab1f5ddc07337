import type { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { findOpenEntitlement } from '#server/features/playback/queries.ts'
import { columns } from '#server/infra/columns.ts'
import { questionsPerVideo } from '#shared/limits.ts'
import type { adminQuestionsOutput, QuestionsOutput } from '#shared/schemas/questions.ts'

/** Far more than one video has. */
const MOST_NOTES = 500
const MOST_ROWS = 100

/**
 * A student's own questions on a video with their answers, which stay readable, and, while the video is open, what the
 * instructor wrote for all.
 */
export async function findQuestions(
  deps: Pick<Deps, 'db' | 'clock'>,
  { studentId, videoId }: { studentId: string; videoId: number },
): Promise<QuestionsOutput> {
  const [own, open] = await Promise.all([
    deps.db.question.findMany({
      where: { studentId, videoId },
      orderBy: [{ positionSeconds: 'asc' }, { createdAt: 'asc' }],
      take: questionsPerVideo,
      select: columns('id', 'positionSeconds', 'body', 'createdAt', 'answer', 'answeredAt'),
    }),
    findOpenEntitlement(deps, { studentId, videoId }),
  ])
  const notes = open
    ? await deps.db.instructorNote.findMany({
        where: { videoId },
        orderBy: [{ positionSeconds: 'asc' }, { createdAt: 'asc' }],
        take: MOST_NOTES,
        select: { id: true, positionSeconds: true, body: true },
      })
    : []
  return {
    own: own.map((question) => ({
      ...question,
      createdAt: question.createdAt.toISOString(),
      answeredAt: question.answeredAt?.toISOString() ?? null,
    })),
    notes,
  }
}

/** The questions that wait, the oldest first, or those that were answered, the latest first. */
export async function listQuestions(
  { db }: Pick<Deps, 'db'>,
  state: 'open' | 'answered',
): Promise<z.input<typeof adminQuestionsOutput>> {
  const isOpen = state === 'open'
  const rows = await db.question.findMany({
    where: { answeredAt: isOpen ? null : { not: null } },
    orderBy: isOpen ? { createdAt: 'asc' } : { answeredAt: 'desc' },
    take: MOST_ROWS + 1,
    select: {
      id: true,
      studentId: true,
      videoId: true,
      positionSeconds: true,
      body: true,
      createdAt: true,
      answer: true,
      answeredAt: true,
      student: { select: { username: true } },
      video: { select: { title: true } },
      instructorNote: { select: { id: true, body: true } },
    },
  })
  return {
    questions: rows.slice(0, MOST_ROWS).map(({ student, video, instructorNote, ...question }) => ({
      ...question,
      username: student.username,
      videoTitle: video.title,
      note: instructorNote,
    })),
    hasMore: rows.length > MOST_ROWS,
  }
}

/** The questions that wait for the instructor, the oldest first. */
export function listOpenQuestions({ db }: Pick<Deps, 'db'>, take: number) {
  return db.question.findMany({
    where: { answeredAt: null },
    orderBy: { createdAt: 'asc' },
    take,
    select: { id: true, createdAt: true, positionSeconds: true, video: { select: { title: true } } },
  })
}
