import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { contentTypeOf, isCurrentVersion } from '#server/features/catalog/queries.ts'
import type { MediaAddress } from '#server/infra/media-url.ts'
import { addMinutes, addSeconds } from '#shared/calendar/durations.ts'
import { mediaGrantMinutes, streamActiveSeconds } from '#shared/limits.ts'
import { findGrant } from './queries.ts'

export type ReadableFile = { key: string; contentType: string; entityTag: string | null }

/** A signed media URL: its file was part of the grant when the video was opened. */
type VideoRequest = MediaAddress & { sessionId: string }

type Allowed = { sessionId: string; checkedUntil: Date }

/** How long the result of a check is cached: revoking an entitlement ends playback within this time. */
const BELIEVED_SECONDS = 60
/** Far more than play at once; beyond it the cache is cleared. */
const MOST_VIDEOS = 10_000

/**
 * Creates the check for every byte range. It reads the database at most once a minute for each video of a grant and
 * extends the grant then; in between it uses its cache (requirements §5). The video itself uses one of the student's
 * streams; captions, chapters and storyboards use none.
 */
export function createVideoReader(deps: Pick<Deps, 'db' | 'pool' | 'clock' | 'config'>) {
  const allowed = new Map<string, Allowed>()

  async function isAllowed({ grantId, sessionId, part, key, version }: VideoRequest): Promise<boolean> {
    const now = deps.clock.now()
    const name = `${grantId} ${version} ${key}`
    const remembered = allowed.get(name)
    if (remembered && remembered.checkedUntil > now) return remembered.sessionId === sessionId
    allowed.delete(name)
    const grant = await findGrant(deps, grantId)
    if (grant?.sessionId !== sessionId) return false
    if (part !== 'film') return true
    const { studentId, videoId } = grant
    if (!(await isCurrentVersion(deps.db, { key, version, videoId }))) {
      throw new ShopError('VIDEO_UNAVAILABLE')
    }
    if (!(await claimStream(deps, { studentId, grantId }))) {
      throw new ShopError('TOO_MANY_STREAMS')
    }
    const believedUntil = addSeconds(now, BELIEVED_SECONDS)
    const checkedUntil = grant.endsAt < believedUntil ? grant.endsAt : believedUntil
    if (allowed.size >= MOST_VIDEOS) allowed.clear()
    allowed.set(name, { sessionId: grant.sessionId, checkedUntil })
    return true
  }

  /**
   * The file to send; null where the session may not have it.
   *
   * @throws ShopError TOO_MANY_STREAMS, or VIDEO_UNAVAILABLE where the file has other contents or is another
   *   video's
   */
  return async function readVideo(request: VideoRequest): Promise<ReadableFile | null> {
    if (!(await isAllowed(request))) return null
    const { part, key, version } = request
    if (part === 'film') return { key, contentType: 'video/mp4', entityTag: version || null }
    return { key, contentType: contentTypeOf(key), entityTag: null }
  }
}

type StreamDeps = Pick<Deps, 'db' | 'clock' | 'config'>

/** A grant used since this time counts as a stream (requirements §5). */
export function streamsSince(now: Date): Date {
  return addSeconds(now, -streamActiveSeconds)
}

/**
 * Claims one of a student's streams for a grant, or renews it. False where the limit is reached. Serialised by
 * student, so that two videos opened at the same moment count as two.
 */
export async function claimStream(
  deps: StreamDeps,
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
