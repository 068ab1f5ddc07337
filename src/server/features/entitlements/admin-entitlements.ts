import type { Deps, Tx } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { lockStudent } from '#server/features/accounts/students.ts'
import { recordAudit } from '#server/features/audit/audit-entries.ts'
import { enqueueOutbox, queueMail } from '#server/features/mail/outbox.ts'
import { columns } from '#server/infra/columns.ts'
import { newId } from '#server/infra/ids.ts'
import { addCalendarMonths, lastMomentOfLondonDate } from '#shared/calendar/calendar.ts'
import { adminAccessMaxMonths } from '#shared/limits.ts'
import type { ExtendAccessInput, GrantAccessInput } from '#shared/schemas/admin-orders.ts'

type AdminDeps = Pick<Deps, 'db' | 'clock' | 'seal' | 'config' | 'queue' | 'log'>

/**
 * Grants entitlements without a purchase, records the reason and mails the student. Videos that are open as long already
 * are left out; a second request is refused, because it would grant nothing more.
 *
 * @throws ShopError NOT_FOUND, ACCESS_DAY_INVALID, ACCESS_NOT_LONGER
 */
export async function grantEntitlement(
  deps: AdminDeps,
  { studentId, videoId, lastDay, reason, adminId }: GrantAccessInput & { adminId: string },
): Promise<{ entitlementIds: string[]; expiresAt: Date }> {
  const now = deps.clock.now()
  const expiresAt = checkedEnd(lastDay, now)
  const { entitlementIds, outboxId } = await deps.db.$transaction(async (tx) => {
    const student = await lockStudent(tx, studentId)
    if (!student) throw new ShopError('NOT_FOUND')
    const asked = await tx.video.findMany({
      where: videoId === 'all' ? {} : { id: videoId },
      orderBy: { position: 'asc' },
      select: { id: true, title: true },
    })
    if (asked.length === 0) throw new ShopError('NOT_FOUND')
    const openAsLong = await tx.entitlement.findMany({
      where: { studentId, revokedAt: null, startsAt: { lte: now }, expiresAt: { gte: expiresAt } },
      select: { videoId: true },
    })
    const open = new Set(openAsLong.map((entitlement) => entitlement.videoId))
    const videos = asked.filter(({ id }) => !open.has(id))
    if (videos.length === 0) throw new ShopError('ACCESS_NOT_LONGER')
    const rows = videos.map((video) => ({
      id: newId(now),
      studentId,
      videoId: video.id,
      isBundle: false,
      grantedById: adminId,
      grantReason: reason,
      startsAt: now,
      expiresAt,
    }))
    await tx.entitlement.createMany({ data: rows })
    for (const row of rows) {
      await recordAudit(tx, deps, {
        actor: { kind: 'admin', id: adminId },
        action: 'access.granted',
        subject: { kind: 'student', id: studentId },
        details: { entitlementId: row.id, videoId: row.videoId, until: expiresAt.toISOString(), reason },
      })
    }
    return {
      entitlementIds: rows.map(({ id }) => id),
      outboxId: await mailAccess(tx, deps, { student, change: 'granted', videos, expiresAt }),
    }
  })
  await enqueueOutbox(deps, [outboxId])
  return { entitlementIds, expiresAt }
}

/**
 * Extends an entitlement, records the reason and mails the student; an expired one becomes valid again, a revoked one
 * does not. A second request is refused, because it would extend nothing.
 *
 * @throws ShopError NOT_FOUND, ACCESS_DAY_INVALID, ACCESS_NOT_LONGER, ACCESS_ENDED
 */
export async function extendEntitlement(
  deps: AdminDeps,
  { entitlementId, lastDay, reason, adminId }: ExtendAccessInput & { adminId: string },
): Promise<{ expiresAt: Date }> {
  const expiresAt = checkedEnd(lastDay, deps.clock.now())
  const known = await deps.db.entitlement.findUnique({
    where: { id: entitlementId },
    select: { studentId: true },
  })
  if (!known) throw new ShopError('NOT_FOUND')
  const { studentId } = known
  const outboxId = await deps.db.$transaction(async (tx) => {
    const student = await lockStudent(tx, studentId)
    if (!student) throw new ShopError('NOT_FOUND')
    const before = await tx.entitlement.findUniqueOrThrow({
      where: { id: entitlementId },
      select: {
        ...columns('videoId', 'orderId', 'expiresAt', 'revokedAt'),
        video: { select: { title: true } },
      },
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
    return mailAccess(tx, deps, { student, change: 'extended', videos: [before.video], expiresAt })
  })
  await enqueueOutbox(deps, [outboxId])
  return { expiresAt }
}

type AccessMail = {
  student: { username: string; email: string }
  change: 'granted' | 'extended'
  videos: readonly { title: string }[]
  expiresAt: Date
}

/** Step: tells the student what is open now and until when; the reason stays on record. */
function mailAccess(tx: Tx, deps: AdminDeps, { student, change, videos, expiresAt }: AccessMail) {
  return queueMail(tx, deps, {
    template: 'access-granted',
    to: student.email,
    props: {
      username: student.username,
      change,
      videos: videos.map(({ title }) => ({ title, expiresAt: expiresAt.toISOString() })),
    },
  })
}

/** The end of the London day that an admin chose. @throws ShopError ACCESS_DAY_INVALID for a past or very late day */
function checkedEnd(lastDay: string, now: Date): Date {
  const end = lastMomentOfLondonDate(lastDay)
  if (end === null || end <= now || end > addCalendarMonths(now, adminAccessMaxMonths)) {
    throw new ShopError('ACCESS_DAY_INVALID')
  }
  return end
}
