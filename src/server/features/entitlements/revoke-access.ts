import type { Prisma } from '#server/infra/prisma/client.ts'

/** Marks access that ended because its price went back, apart from what an admin ended. */
const PAID_BACK = 'paid back'

/**
 * Step: ends the access that lines of an order gave, because what was paid for them goes back. Answers the
 * videos that are closed to the student from now on; one that is open in another way stays open.
 */
export async function revokeAccess(
  tx: Prisma.TransactionClient,
  input: { studentId: string; lineIds: readonly string[]; now: Date },
): Promise<number[]> {
  const { studentId, now } = input
  const ended = await tx.entitlement.updateManyAndReturn({
    where: { studentId, orderLineId: { in: [...input.lineIds] }, revokedAt: null },
    data: { revokedAt: now, revokedReason: PAID_BACK },
    select: { videoId: true, expiresAt: true },
  })
  const videoIds = ended.filter(({ expiresAt }) => expiresAt > now).map(({ videoId }) => videoId)
  const stillOpen = await tx.entitlement.findMany({
    where: {
      studentId,
      videoId: { in: videoIds },
      revokedAt: null,
      startsAt: { lte: now },
      expiresAt: { gt: now },
    },
    select: { videoId: true },
  })
  const open = new Set(stillOpen.map(({ videoId }) => videoId))
  return videoIds.filter((videoId) => !open.has(videoId))
}

/**
 * Step: opens what `revokeAccess` ended, but for the lines that are still paid back, up to the day it would
 * have closed anyway. Access that an admin ended stays ended. Answers whether anything can be watched again by it.
 */
export async function restoreAccess(
  tx: Prisma.TransactionClient,
  input: { orderId: string; exceptLineIds: readonly string[]; now: Date },
): Promise<boolean> {
  const opened = await tx.entitlement.updateManyAndReturn({
    where: {
      orderId: input.orderId,
      revokedReason: PAID_BACK,
      orderLineId: { notIn: [...input.exceptLineIds] },
    },
    data: { revokedAt: null, revokedReason: null },
    select: { expiresAt: true },
  })
  return opened.some(({ expiresAt }) => expiresAt > input.now)
}
