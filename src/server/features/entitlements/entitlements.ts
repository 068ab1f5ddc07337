import { newId } from '#server/infra/ids.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import type { CatalogTerms } from '#shared/catalog/catalog.ts'
import { expiresAt } from '#shared/catalog/term-end.ts'

type PaidOrder = {
  id: string
  studentId: string
  isBundle: boolean
  terms: Pick<CatalogTerms, 'singleMonths' | 'bundleMonths'>
  lines: readonly { id: string; videoId: number }[]
}

/** Step: grants an entitlement for every line of a paid order, for the order's frozen term. */
export async function grantEntitlements(
  tx: Prisma.TransactionClient,
  { order, paidAt }: { order: PaidOrder; paidAt: Date },
): Promise<{ videoId: number; expiresAt: Date }[]> {
  const closesAt = expiresAt({ boughtAt: paidAt, isBundle: order.isBundle, terms: order.terms })
  await tx.entitlement.createMany({
    data: order.lines.map((line) => ({
      id: newId(paidAt),
      studentId: order.studentId,
      videoId: line.videoId,
      orderId: order.id,
      orderLineId: line.id,
      isBundle: order.isBundle,
      startsAt: paidAt,
      expiresAt: closesAt,
    })),
  })
  return order.lines.map((line) => ({ videoId: line.videoId, expiresAt: closesAt }))
}

/** Marks an entitlement that a refund or a dispute revoked; other reasons are an admin's. */
const PAID_BACK = 'paid back'

/**
 * Step: revokes the entitlements of refunded order lines. Returns the videos that the student cannot watch any more; a
 * video with another valid entitlement is not among them.
 */
export async function revokeEntitlements(
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
 * Step: restores what `revokeEntitlements` revoked, except for lines that are still refunded. The expiry stays as it
 * was. Returns whether a video can be watched again.
 */
export async function restoreEntitlements(
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
