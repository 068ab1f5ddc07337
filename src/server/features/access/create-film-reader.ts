import type { Deps } from '#server/deps.ts'
import { findFilmFiles } from '#server/features/catalog/queries.ts'
import type { MediaPart } from '#server/infra/media-url.ts'
import { addMinutes, addSeconds } from '#shared/durations.ts'
import { mediaGrantMinutes } from '#shared/limits.ts'
import { findGrant } from './queries.ts'

export type ReadableFile = { key: string; contentType: string; entityTag: string | null }

type Allowed = { sessionId: string; videoId: number; checkedUntil: Date }

/** How long one check of a grant is believed: revoking access ends playback within this time. */
const BELIEVED_SECONDS = 60
/** Far more than play at once; beyond it the memory is emptied and filled anew. */
const MOST_GRANTS = 10_000

/**
 * Whether a session may read a film's bytes now, for every byte range. Each grant is checked in the database
 * at most once a minute, and extended then; in between the answer is remembered (requirements §5).
 */
export function createFilmReader(deps: Pick<Deps, 'db' | 'pool' | 'clock'>) {
  const allowed = new Map<string, Allowed>()

  async function check(grantId: string): Promise<Allowed | null> {
    const now = deps.clock.now()
    const remembered = allowed.get(grantId)
    if (remembered && remembered.checkedUntil > now) return remembered
    allowed.delete(grantId)
    const grant = await findGrant(deps, grantId)
    if (!grant) return null
    await extendGrant(deps, grantId)
    const believedUntil = addSeconds(now, BELIEVED_SECONDS)
    const fresh = {
      sessionId: grant.sessionId,
      videoId: grant.videoId,
      checkedUntil: grant.endsAt < believedUntil ? grant.endsAt : believedUntil,
    }
    if (allowed.size >= MOST_GRANTS) allowed.clear()
    allowed.set(grantId, fresh)
    return fresh
  }

  /** The file to send; null when this session may not have it, or there is none. */
  return async function readFilm(request: {
    grantId: string
    sessionId: string
    part: MediaPart
    /** Which rendition of a film; the tallest where none is named. */
    height?: number | null
  }): Promise<ReadableFile | null> {
    const grant = await check(request.grantId)
    if (grant?.sessionId !== request.sessionId) return null
    const files = await findFilmFiles(deps.db, grant.videoId)
    if (request.part === 'film') {
      const film =
        request.height == null ? files.film : files.renditions.find(({ height }) => height === request.height)
      return film ? { key: film.key, contentType: film.contentType, entityTag: film.sha256 } : null
    }
    const key = request.part === 'captions' ? files.captionsKey : files.chaptersKey
    return key === null ? null : { key, contentType: 'text/vtt; charset=utf-8', entityTag: null }
  }
}

export type ReadFilm = ReturnType<typeof createFilmReader>

async function extendGrant(deps: Pick<Deps, 'db' | 'clock'>, grantId: string): Promise<void> {
  const now = deps.clock.now()
  await deps.db.mediaGrant.updateMany({
    where: { id: grantId, expiresAt: { gt: now } },
    data: { lastActiveAt: now, expiresAt: addMinutes(now, mediaGrantMinutes) },
  })
}
