import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { lockStudent } from '#server/features/accounts/students.ts'
import { recordAudit } from '#server/features/audit/audit-entries.ts'
import { newId } from '#server/infra/ids.ts'
import { addCalendarMonths, lastMomentOfLondonDate } from '#shared/calendar/calendar.ts'
import { adminAccessMaxMonths } from '#shared/limits.ts'

type Grant = {
  studentId: string
  videoId: number
  /** The last London day on which the video can be watched, "2027-01-31". */
  lastDay: string
  reason: string
  adminId: string
}

/**
 * Grants an entitlement without a purchase and records the reason. A second request is refused, because it would grant
 * nothing more.
 *
 * @throws ShopError NOT_FOUND, ACCESS_DAY_INVALID, ACCESS_NOT_LONGER
 */
export async function grantEntitlement(
  deps: Pick<Deps, 'db' | 'clock'>,
  { studentId, videoId, lastDay, reason, adminId }: Grant,
): Promise<{ entitlementId: string; expiresAt: Date }> {
  const now = deps.clock.now()
  const expiresAt = checkedEnd(lastDay, now)
  const entitlementId = newId(now)
  await deps.db.$transaction(async (tx) => {
    if (!(await lockStudent(tx, studentId))) throw new ShopError('NOT_FOUND')
    if ((await tx.video.count({ where: { id: videoId } })) === 0) throw new ShopError('NOT_FOUND')
    const openAsLong = await tx.entitlement.count({
      where: { studentId, videoId, revokedAt: null, startsAt: { lte: now }, expiresAt: { gte: expiresAt } },
    })
    if (openAsLong > 0) throw new ShopError('ACCESS_NOT_LONGER')
    await tx.entitlement.create({
      data: {
        id: entitlementId,
        studentId,
        videoId,
        isBundle: false,
        grantedById: adminId,
        grantReason: reason,
        startsAt: now,
        expiresAt,
      },
      select: { id: true },
    })
    await recordAudit(tx, deps, {
      actor: { kind: 'admin', id: adminId },
      action: 'access.granted',
      subject: { kind: 'student', id: studentId },
      details: { entitlementId, videoId, until: expiresAt.toISOString(), reason },
    })
  })
  return { entitlementId, expiresAt }
}

type Extension = {
  entitlementId: string
  /** The last London day on which the video can be watched, "2027-01-31". */
  lastDay: string
  reason: string
  adminId: string
}

/**
 * Extends an entitlement and records the reason; an expired one becomes valid again, a revoked one does not. A second
 * request is refused, because it would extend nothing.
 *
 * @throws ShopError NOT_FOUND, ACCESS_DAY_INVALID, ACCESS_NOT_LONGER, ACCESS_ENDED
 */
export async function extendEntitlement(
  deps: Pick<Deps, 'db' | 'clock'>,
  { entitlementId, lastDay, reason, adminId }: Extension,
): Promise<{ expiresAt: Date }> {
  const expiresAt = checkedEnd(lastDay, deps.clock.now())
  const known = await deps.db.entitlement.findUnique({
    where: { id: entitlementId },
    select: { studentId: true },
  })
  if (!known) throw new ShopError('NOT_FOUND')
  const { studentId } = known
  await deps.db.$transaction(async (tx) => {
    if (!(await lockStudent(tx, studentId))) throw new ShopError('NOT_FOUND')
    const before = await tx.entitlement.findUniqueOrThrow({
      where: { id: entitlementId },
      select: { videoId: true, orderId: true, expiresAt: true, revokedAt: true },
    })
    if (before.revokedAt !== null) throw new ShopError('ACCESS_ENDED')
    const { count } = await tx.entitlement.updateMany({
      where: { id: entitlementId, revokedAt: null, expiresAt: { lt: expiresAt } },
      data: { expiresAt },
    })
    if (count === 0) throw new ShopError('ACCESS_NOT_LONGER')
    await recordAudit(tx, deps, {
      actor: { kind: 'admin', id: adminId },
      action: 'access.extended',
      subject: { kind: 'student', id: studentId },
      details: {
        entitlementId,
        orderId: before.orderId,
        videoId: before.videoId,
        from: before.expiresAt.toISOString(),
        until: expiresAt.toISOString(),
        reason,
      },
    })
  })
  return { expiresAt }
}

/** The end of the London day that an admin chose. @throws ShopError ACCESS_DAY_INVALID for a past or very late day */
function checkedEnd(lastDay: string, now: Date): Date {
  const end = lastMomentOfLondonDate(lastDay)
  if (end === null || end <= now || end > addCalendarMonths(now, adminAccessMaxMonths)) {
    throw new ShopError('ACCESS_DAY_INVALID')
  }
  return end
}
