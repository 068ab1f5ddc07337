import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { lockStudent } from '#server/features/accounts/students.ts'
import { recordAudit } from '#server/features/audit/audit-entries.ts'
import { enqueueOutbox, queueMail } from '#server/features/mail/outbox.ts'
import { findOpenEntitlement } from '#server/features/playback/queries.ts'
import { columns } from '#server/infra/columns.ts'
import { newId } from '#server/infra/ids.ts'
import { questionsPerVideo } from '#shared/limits.ts'
import type { QuestionInput } from '#shared/schemas/questions.ts'

/**
 * Asks the instructor at a second of a video, which must be open.
 *
 * @throws ShopError NO_ACCESS, TOO_MANY_QUESTIONS
 */
export async function askQuestion(
  deps: Pick<Deps, 'db' | 'clock'>,
  question: QuestionInput,
): Promise<{ id: string }> {
  const { userId: studentId, videoId, positionSeconds, body } = question
  if (!(await findOpenEntitlement(deps, { studentId, videoId }))) throw new ShopError('NO_ACCESS')
  const now = deps.clock.now()
  return deps.db.$transaction(async (tx) => {
    // The lock makes the count reliable; an account that is erased at this moment asks nothing.
    if (!(await lockStudent(tx, studentId))) throw new ShopError('NO_ACCESS')
    const asked = await tx.question.count({ where: { studentId, videoId } })
    if (asked >= questionsPerVideo) throw new ShopError('TOO_MANY_QUESTIONS')
    return tx.question.create({
      data: { id: newId(now), studentId, videoId, positionSeconds, body, createdAt: now },
      select: { id: true },
    })
  })
}

type AnswerDeps = Pick<Deps, 'db' | 'clock' | 'seal' | 'config' | 'queue' | 'log'>
type Answer = { id: string; answer: string; note: string | null; adminId: string }

/**
 * Answers a question once: by mail, beside the video and, with `note`, for all owners of the video. The audit entry names
 * neither the words nor what was asked.
 *
 * @throws ShopError NOT_FOUND, QUESTION_ANSWERED
 */
export async function answerQuestion(deps: AnswerDeps, { id, answer, note, adminId }: Answer): Promise<void> {
  const now = deps.clock.now()
  const known = await deps.db.question.findUnique({ where: { id }, select: { studentId: true } })
  if (!known) throw new ShopError('NOT_FOUND')
  const outboxId = await deps.db.$transaction(async (tx) => {
    const student = await lockStudent(tx, known.studentId)
    if (!student) throw new ShopError('NOT_FOUND')
    const { count } = await tx.question.updateMany({
      where: { id, answeredAt: null },
      data: { answer, answeredAt: now, answeredById: adminId },
    })
    if (count === 0) throw new ShopError('QUESTION_ANSWERED')
    const { videoId, positionSeconds, body, createdAt, video } = await tx.question.findUniqueOrThrow({
      where: { id },
      select: {
        ...columns('videoId', 'positionSeconds', 'body', 'createdAt'),
        video: { select: { title: true } },
      },
    })
    if (note !== null) {
      const instructorNoteId = newId(now)
      await tx.instructorNote.create({
        data: {
          id: instructorNoteId,
          videoId,
          positionSeconds,
          body: note,
          createdAt: now,
          createdById: adminId,
        },
      })
      await tx.question.update({ where: { id }, data: { instructorNoteId }, select: { id: true } })
    }
    await recordAudit(tx, deps, {
      actor: { kind: 'admin', id: adminId },
      action: 'question.answered',
      subject: { kind: 'student', id: known.studentId },
      details: { questionId: id, videoId, isForAll: note !== null },
    })
    return queueMail(tx, deps, {
      template: 'question-answered',
      to: student.email,
      props: {
        username: student.username,
        title: video.title,
        positionSeconds,
        question: body,
        askedAt: createdAt.toISOString(),
        answer,
      },
    })
  })
  await enqueueOutbox(deps, [outboxId])
}

/**
 * Removes a note for all; the student's own answer stays.
 *
 * @throws ShopError NOT_FOUND
 */
export async function removeInstructorNote(
  deps: Pick<Deps, 'db' | 'clock'>,
  { id, adminId }: { id: string; adminId: string },
): Promise<void> {
  await deps.db.$transaction(async (tx) => {
    const [removed] = await tx.instructorNote.findMany({ where: { id }, select: { videoId: true } })
    const { count } = await tx.instructorNote.deleteMany({ where: { id } })
    if (!removed || count === 0) throw new ShopError('NOT_FOUND')
    await recordAudit(tx, deps, {
      actor: { kind: 'admin', id: adminId },
      action: 'instructorNote.removed',
      subject: { kind: 'video', id: String(removed.videoId) },
      details: { instructorNoteId: id },
    })
  })
}
