import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { isCurrentVersion } from '#server/features/catalog/queries.ts'
import type { MediaAddress } from '#server/infra/media-url.ts'
import { addMinutes, addSeconds } from '#shared/calendar/durations.ts'
import { mediaGrantMinutes, streamActiveSeconds } from '#shared/limits.ts'
import { findGrant } from './queries.ts'

export type ReadableFile = { key: string; contentType: string; entityTag: string | null }

/** An address that is signed: the file it names was this grant's when the film was opened. */
type FilmRequest = MediaAddress & { sessionId: string }

type Allowed = { sessionId: string; checkedUntil: Date }

/** How long one check of a grant is believed: revoking access ends playback within this time. */
const BELIEVED_SECONDS = 60
/** Far more than play at once; beyond it the memory is emptied and filled anew. */
const MOST_FILMS = 10_000

/**
 * Whether a session may read a film's bytes now, for every byte range. Each film of a grant is checked in the database
 * at most once a minute, and the grant extended then; in between the answer is remembered (requirements §5). Reading
 * the film itself takes one of the student's streams; captions and chapters take none.
 */
export function createFilmReader(deps: Pick<Deps, 'db' | 'pool' | 'clock' | 'config'>) {
  const allowed = new Map<string, Allowed>()

  async function isAllowed({ grantId, sessionId, part, key, version }: FilmRequest): Promise<boolean> {
    const now = deps.clock.now()
    const name = `${grantId} ${version} ${key}`
    const remembered = allowed.get(name)
    if (remembered && remembered.checkedUntil > now) return remembered.sessionId === sessionId
    allowed.delete(name)
    const grant = await findGrant(deps, grantId)
    if (grant?.sessionId !== sessionId) return false
    if (part !== 'film') return true
    if (!(await isCurrentVersion(deps.db, { key, version }))) throw new ShopError('VIDEO_UNAVAILABLE')
    if (!(await holdStream(deps, { studentId: grant.studentId, grantId }))) {
      throw new ShopError('TOO_MANY_STREAMS')
    }
    const believedUntil = addSeconds(now, BELIEVED_SECONDS)
    const checkedUntil = grant.endsAt < believedUntil ? grant.endsAt : believedUntil
    if (allowed.size >= MOST_FILMS) allowed.clear()
    allowed.set(name, { sessionId: grant.sessionId, checkedUntil })
    return true
  }

  /**
   * The file to send; null when this session may not have it.
   *
   * @throws ShopError TOO_MANY_STREAMS, or VIDEO_UNAVAILABLE where other contents have taken the file's name
   */
  return async function readFilm(request: FilmRequest): Promise<ReadableFile | null> {
    if (!(await isAllowed(request))) return null
    const { part, key, version } = request
    if (part === 'film') return { key, contentType: 'video/mp4', entityTag: version || null }
    return { key, contentType: 'text/vtt; charset=utf-8', entityTag: null }
  }
}

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
