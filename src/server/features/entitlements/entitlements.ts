import { newId } from '#server/infra/ids.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import type { CatalogTerms } from '#shared/catalog/catalog.ts'
import { termMonths } from '#shared/catalog/term-end.ts'
import { type BoughtTerm, isOpen, nextTerm } from './entitlement-term.ts'

type PaidOrder = {
  id: string
  studentId: string
  isBundle: boolean
  terms: Pick<CatalogTerms, 'singleMonths' | 'bundleMonths'>
  lines: readonly { id: string; videoId: number }[]
}

/**
 * Step: grants an entitlement for every line of a paid order, for the order's frozen term. The term of a renewal begins
 * where the old one ends. The caller holds the lock on the student's row.
 */
export async function grantEntitlements(
  tx: Prisma.TransactionClient,
  { order, paidAt }: { order: PaidOrder; paidAt: Date },
): Promise<GrantedTerm[]> {
  const terms = await findNextTerms(tx, { ...order, boughtAt: paidAt })
  await tx.entitlement.createMany({
    data: terms.map(({ lineId, ...term }) => ({
      id: newId(paidAt),
      studentId: order.studentId,
      orderId: order.id,
      orderLineId: lineId,
      isBundle: order.isBundle,
      ...term,
    })),
  })
  return terms
}

/** A line of an order and its term. */
export type GrantedTerm = BoughtTerm & { lineId: string; videoId: number }

/** The terms that the lines of an order would be given if it were paid now, in their order. */
export async function findNextTerms(
  db: Pick<Prisma.TransactionClient, 'entitlement'>,
  { studentId, lines, boughtAt, ...order }: Omit<PaidOrder, 'id'> & { boughtAt: Date },
): Promise<GrantedTerm[]> {
  const earlier = await db.entitlement.findMany({
    where: { studentId, videoId: { in: lines.map(({ videoId }) => videoId) }, revokedAt: null },
    select: { videoId: true, startsAt: true, expiresAt: true },
  })
  const months = termMonths(order)
  return lines.map(({ id, videoId }) => ({
    lineId: id,
    videoId,
    ...nextTerm(earlier, { videoId, boughtAt, months }),
  }))
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
    select: { startsAt: true, expiresAt: true },
  })
  return opened.some((term) => isOpen(term, input.now))
}

/**
 * Step: gives the entitlement of an order line to another video, until the same day; a refund of the line ends it like any.
 * The media grants end with it: their URLs name files of `from`. Returns that day; null where the line does not open
 * `from`, or not any more.
 */
export async function exchangeEntitlement(
  tx: Prisma.TransactionClient,
  { lineId, from, to, now }: { lineId: string; from: number; to: number; now: Date },
): Promise<Date | null> {
  const [exchanged] = await tx.entitlement.updateManyAndReturn({
    where: { orderLineId: lineId, videoId: from, revokedAt: null, expiresAt: { gt: now } },
    data: { videoId: to },
    select: { id: true, expiresAt: true },
  })
  if (!exchanged) return null
  await tx.mediaGrant.deleteMany({ where: { entitlementId: exchanged.id } })
  return exchanged.expiresAt
}
