import type { Deps } from '#server/deps.ts'
import { columns } from '#server/infra/columns.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { notesPerVideo } from '#shared/limits.ts'
import { listExamDates } from './study-plan.ts'

const MOST = 1_000
/** More than all videos together can have. */
const MOST_NOTES = 20 * notesPerVideo

/** What a student may watch and has watched, with the parts played, notes and exam dates (UK GDPR art. 15). */
export async function exportAccess(deps: Pick<Deps, 'db'>, studentId: string) {
  const [videos, progress, watched, notes, examDates] = await Promise.all([
    deps.db.entitlement.findMany({
      where: { studentId },
      orderBy: { startsAt: 'asc' },
      take: MOST,
      select: {
        video: { select: { title: true } },
        orderId: true,
        isBundle: true,
        grantReason: true,
        startsAt: true,
        expiresAt: true,
        revokedAt: true,
        revokedReason: true,
        grants: { select: { createdAt: true, lastActiveAt: true } },
      },
    }),
    deps.db.progress.findMany({
      where: { studentId },
      orderBy: { videoId: 'asc' },
      take: MOST,
      select: {
        videoId: true,
        video: { select: { title: true } },
        ...columns('percent', 'positionSeconds', 'completed', 'startedAt', 'updatedAt', 'watchedSeconds'),
      },
    }),
    deps.db.$queryRaw<{ videoId: number; from: number; to: number }[]>`
      select "videoId", lower(r) as "from", upper(r) as "to"
        from "Progress", unnest("watched") r where "studentId" = ${studentId} order by 1, 2`,
    deps.db.note.findMany({
      where: { studentId },
      orderBy: [{ videoId: 'asc' }, { positionSeconds: 'asc' }],
      take: MOST_NOTES,
      select: {
        video: { select: { title: true } },
        ...columns('positionSeconds', 'body', 'createdAt', 'updatedAt'),
      },
    }),
    listExamDates(deps, studentId),
  ])
  return {
    videos,
    progress: progress.map(({ videoId, ...saved }) => ({
      ...saved,
      watchedSecondsFromTo: watched
        .filter((range) => range.videoId === videoId)
        .map(({ from, to }) => [from, to]),
    })),
    notes,
    examDates,
  }
}

/**
 * Step: deletes the progress, the notes and the exam dates of a student, and revokes the entitlements. Which entitlements
 * there were, and until when, stays with the orders (UK GDPR art. 17(3)(b)).
 */
export async function eraseAccess(
  tx: Prisma.TransactionClient,
  deps: Pick<Deps, 'clock'>,
  studentId: string,
): Promise<void> {
  await tx.mediaGrant.deleteMany({ where: { session: { studentId } } })
  await tx.progress.deleteMany({ where: { studentId } })
  await tx.note.deleteMany({ where: { studentId } })
  await tx.examDate.deleteMany({ where: { studentId } })
  await tx.entitlement.updateMany({
    where: { studentId, revokedAt: null },
    data: { revokedAt: deps.clock.now(), revokedReason: ERASED },
  })
  // The reason of a grant by an admin may name the student.
  await tx.entitlement.updateMany({
    where: { studentId, grantReason: { not: null } },
    data: { grantReason: ERASED },
  })
}

const ERASED = 'The account was erased'
