import type { Deps } from '#server/deps.ts'
import { addMinutes, addSeconds } from '#shared/calendar/durations.ts'
import { mediaGrantMinutes, streamActiveSeconds } from '#shared/limits.ts'

type HoldDeps = Pick<Deps, 'db' | 'clock' | 'config'>

/** Since when a grant must have been used to be a stream now (requirements §5). */
export function streamsSince(now: Date): Date {
  return addSeconds(now, -streamActiveSeconds)
}

/**
 * Takes one of a student's streams for a grant, or keeps the one it has: false when as many others run as may. Grants
 * of one student come one after the other, so that two films begun at the same moment are counted as two.
 */
export async function holdStream(
  deps: HoldDeps,
  { studentId, grantId }: { studentId: string; grantId: string },
): Promise<boolean> {
  const now = deps.clock.now()
  const since = streamsSince(now)
  return deps.db.$transaction(async (tx) => {
    await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`stream:${studentId}`}, 0))`
    const others = await tx.mediaGrant.count({
      where: {
        id: { not: grantId },
        lastActiveAt: { gt: since },
        leftAt: null,
        session: { studentId, revokedAt: null },
        entitlement: { revokedAt: null },
      },
    })
    const isOneMoreAllowed = others < deps.config.maxStreams
    const { count } = await tx.mediaGrant.updateMany({
      where: {
        id: grantId,
        expiresAt: { gt: now },
        ...(isOneMoreAllowed ? {} : { lastActiveAt: { gt: since }, leftAt: null }),
      },
      data: { lastActiveAt: now, leftAt: null, expiresAt: addMinutes(now, mediaGrantMinutes) },
    })
    return count === 1 || isOneMoreAllowed
  })
}
