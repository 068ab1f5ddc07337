import type { Deps } from '#server/deps.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { notesPerFilm } from '#shared/limits.ts'

const MOST = 1_000
/** More than every film of a catalogue can carry. */
const MOST_NOTES = 20 * notesPerFilm

/** Which films a student may watch or could, how far they got and what they wrote down (UK GDPR art. 15). */
export async function exportAccess(deps: Pick<Deps, 'db'>, studentId: string) {
  const [films, progress, notes] = await Promise.all([
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
        video: { select: { title: true } },
        percent: true,
        positionSeconds: true,
        completed: true,
        startedAt: true,
        updatedAt: true,
      },
    }),
    deps.db.note.findMany({
      where: { studentId },
      orderBy: [{ videoId: 'asc' }, { positionSeconds: 'asc' }],
      take: MOST_NOTES,
      select: {
        video: { select: { title: true } },
        positionSeconds: true,
        body: true,
        createdAt: true,
        updatedAt: true,
      },
    }),
  ])
  return { films, progress, notes }
}

/**
 * Step: forgets what a student watched and wrote down, and closes their films. That a film was open, and until when, stays with the
 * order it belongs to (UK GDPR art. 17(3)(b)).
 */
export async function eraseAccess(
  tx: Prisma.TransactionClient,
  deps: Pick<Deps, 'clock'>,
  studentId: string,
): Promise<void> {
  await tx.mediaGrant.deleteMany({ where: { session: { studentId } } })
  await tx.progress.deleteMany({ where: { studentId } })
  await tx.note.deleteMany({ where: { studentId } })
  await tx.entitlement.updateMany({
    where: { studentId, revokedAt: null },
    data: { revokedAt: deps.clock.now(), revokedReason: ERASED },
  })
  // Why an admin gave a film away may name the person.
  await tx.entitlement.updateMany({
    where: { studentId, grantReason: { not: null } },
    data: { grantReason: ERASED },
  })
}

const ERASED = 'The account was erased'
