import type { Deps, Tx } from '#server/deps.ts'
import { columns } from '#server/infra/columns.ts'
import { questionsPerVideo } from '#shared/limits.ts'

/** More than all videos together can have. */
const MOST = 20 * questionsPerVideo

/** A student's questions with their answers (UK GDPR art. 15). */
export function exportQuestions(deps: Pick<Deps, 'db'>, studentId: string) {
  return deps.db.question.findMany({
    where: { studentId },
    orderBy: { createdAt: 'asc' },
    take: MOST,
    select: {
      video: { select: { title: true } },
      ...columns('positionSeconds', 'body', 'createdAt', 'answer', 'answeredAt'),
    },
  })
}

/** Step: erases a student's questions. A note for all is the instructor's own words, and names no one. */
export async function eraseQuestions(tx: Tx, studentId: string): Promise<void> {
  await tx.question.deleteMany({ where: { studentId } })
}
