import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { lockStudent } from '#server/features/accounts/students.ts'
import { recordAudit } from '#server/features/audit/audit-entries.ts'
import { newId } from '#server/infra/ids.ts'
import { checkedEnd } from './extend-access.ts'

type Grant = {
  studentId: string
  videoId: number
  /** The last London day on which the film is open, "2027-01-31". */
  lastDay: string
  reason: string
  adminId: string
}

/**
 * Opens a film to a student without a purchase, with the reason on record. The same grant sent twice is refused the
 * second time: the film is open that long already.
 *
 * @throws ShopError NOT_FOUND, ACCESS_DAY_INVALID, ACCESS_NOT_LONGER
 */
export async function grantByAdmin(
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
