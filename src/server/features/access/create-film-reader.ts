import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { findFilmFiles } from '#server/features/catalog/queries.ts'
import type { MediaPart } from '#server/infra/media-url.ts'
import { addSeconds } from '#shared/durations.ts'
import { holdStream } from './hold-stream.ts'
import { findGrant } from './queries.ts'

export type ReadableFile = { key: string; contentType: string; entityTag: string | null }

type FilmRequest = {
  grantId: string
  sessionId: string
  part: MediaPart
  /** Which rendition of a film; the film itself where none is named. */
  height?: number | null
}

type FilmFiles = Awaited<ReturnType<typeof findFilmFiles>>
type Allowed = { sessionId: string; files: FilmFiles; checkedUntil: Date }

/** How long one check of a grant is believed: revoking access ends playback within this time. */
const BELIEVED_SECONDS = 60
/** Far more than play at once; beyond it the memory is emptied and filled anew. */
const MOST_GRANTS = 10_000

/**
 * Whether a session may read a film's bytes now, for every byte range. Each grant is checked in the database
 * at most once a minute, and extended then; in between the answer and the film's files are remembered
 * (requirements §5). Reading the film
 * itself takes one of the student's streams; captions and chapters take none.
 */
export function createFilmReader(deps: Pick<Deps, 'db' | 'pool' | 'clock' | 'config'>) {
  const allowed = new Map<string, Allowed>()

  async function check({ grantId, sessionId, part }: FilmRequest): Promise<FilmFiles | null> {
    const now = deps.clock.now()
    const remembered = allowed.get(grantId)
    if (remembered && remembered.checkedUntil > now) {
      return remembered.sessionId === sessionId ? remembered.files : null
    }
    allowed.delete(grantId)
    const grant = await findGrant(deps, grantId)
    if (grant?.sessionId !== sessionId) return null
    if (part !== 'film') return findFilmFiles(deps.db, grant.videoId)
    if (!(await holdStream(deps, { studentId: grant.studentId, grantId }))) {
      throw new ShopError('TOO_MANY_STREAMS')
    }
    const believedUntil = addSeconds(now, BELIEVED_SECONDS)
    const fresh = {
      sessionId: grant.sessionId,
      files: await findFilmFiles(deps.db, grant.videoId),
      checkedUntil: grant.endsAt < believedUntil ? grant.endsAt : believedUntil,
    }
    if (allowed.size >= MOST_GRANTS) allowed.clear()
    allowed.set(grantId, fresh)
    return fresh.files
  }

  /**
   * The file to send; null when this session may not have it, or there is none.
   *
   * @throws ShopError TOO_MANY_STREAMS
   */
  return async function readFilm(request: FilmRequest): Promise<ReadableFile | null> {
    const files = await check(request)
    if (!files) return null
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
