import type { Deps } from '#server/deps.ts'
import { findFilmFiles } from '#server/features/catalog/queries.ts'
import { newId } from '#server/infra/ids.ts'
import { type MediaPart, mediaUrl, versionOf } from '#server/infra/media-url.ts'
import { addMinutes } from '#shared/calendar/durations.ts'
import { mediaGrantMinutes } from '#shared/limits.ts'
import { playerMessages } from '#shared/messages/player.ts'
import type { AccessOutput } from '#shared/schemas/progress.ts'
import { findOpenEntitlement } from './queries.ts'

/**
 * Asks for a film: with an open entitlement the session gets a grant, or its old one renewed under the same
 * URL, good for ten minutes and extended while it is used (requirements §5). A film that was replaced meanwhile has
 * a new URL under the same grant. No access is an answer here, not an error; neither is a film that has no file yet.
 */
export async function openFilm(
  deps: Pick<Deps, 'db' | 'clock' | 'signer'>,
  request: { studentId: string; sessionId: string; videoId: number; playSession: string | null },
): Promise<AccessOutput> {
  const closed = { secureVideoUrl: null, captionsUrl: null, chaptersUrl: null }
  const entitlement = await findOpenEntitlement(deps, request)
  if (!entitlement) return { hasAccess: false, ...closed, expiresAt: null, message: playerMessages.noAccess }
  const expiresAt = entitlement.expiresAt.toISOString()
  const files = await findFilmFiles(deps.db, request.videoId)
  if (!files.film) return { hasAccess: true, ...closed, expiresAt, message: playerMessages.contactSupport }

  const grantId = await grant(deps, { ...request, entitlementId: entitlement.id })
  const url = (part: MediaPart, { key, sha256 = '' }: { key: string; sha256?: string }) =>
    mediaUrl(deps.signer, { grantId, part, key, version: versionOf(sha256) })
  const beside = (part: MediaPart, key: string | null) => key && url(part, { key })
  return {
    hasAccess: true,
    secureVideoUrl: url('film', files.film),
    captionsUrl: beside('captions', files.captionsKey),
    chaptersUrl: beside('chapters', files.chaptersKey),
    expiresAt,
    message: null,
    ...(files.renditions.length > 0
      ? { renditions: files.renditions.map((film) => ({ height: film.height, url: url('film', film) })) }
      : {}),
  }
}

async function grant(
  deps: Pick<Deps, 'db' | 'clock'>,
  {
    sessionId,
    entitlementId,
    playSession,
  }: { sessionId: string; entitlementId: string; playSession: string | null },
): Promise<string> {
  const now = deps.clock.now()
  const expiresAt = addMinutes(now, mediaGrantMinutes)
  const { id } = await deps.db.mediaGrant.upsert({
    where: { sessionId_entitlementId: { sessionId, entitlementId } },
    create: { id: newId(now), sessionId, entitlementId, playSession, createdAt: now, expiresAt },
    update: { expiresAt, playSession },
    select: { id: true },
  })
  return id
}

/** A player was closed: the stream it was is free at once, and need not run out (requirements §5). */
export async function leaveFilm(
  deps: Pick<Deps, 'db' | 'clock'>,
  { sessionId, playSession }: { sessionId: string; playSession: string },
): Promise<void> {
  await deps.db.mediaGrant.updateMany({
    where: { sessionId, playSession },
    data: { leftAt: deps.clock.now() },
  })
}

/** Step: removes the grants of films that ended before a moment, or whose session did. */
export async function removeOldGrants({ db }: Pick<Deps, 'db'>, before: Date): Promise<void> {
  await db.mediaGrant.deleteMany({
    where: {
      OR: [
        { expiresAt: { lt: before } },
        { session: { OR: [{ expiresAt: { lt: before } }, { revokedAt: { lt: before } }] } },
      ],
    },
  })
}
