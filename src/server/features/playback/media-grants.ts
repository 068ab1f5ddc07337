import type { Deps } from '#server/deps.ts'
import { findVideoFiles } from '#server/features/catalog/queries.ts'
import { newId } from '#server/infra/ids.ts'
import { type MediaPart, mediaUrl, versionOf } from '#server/infra/media-url.ts'
import { addMinutes } from '#shared/calendar/durations.ts'
import { mediaGrantMinutes } from '#shared/limits.ts'
import { playerMessages } from '#shared/messages/player.ts'
import type { AccessOutput } from '#shared/schemas/progress.ts'
import { findOpenEntitlement } from './queries.ts'

/**
 * Opens a video: with an open entitlement the session gets a media grant for ten minutes, or its old one renewed under
 * the same URL (requirements §5). A replaced file has a new URL under the same grant. No entitlement and a missing
 * file are results, not errors.
 */
export async function openVideo(
  deps: Pick<Deps, 'db' | 'clock' | 'signer'>,
  request: { studentId: string; sessionId: string; videoId: number; playSession: string | null },
): Promise<AccessOutput> {
  const closed = { secureVideoUrl: null, captionsUrl: null, chaptersUrl: null }
  const entitlement = await findOpenEntitlement(deps, request)
  if (!entitlement) return { hasAccess: false, ...closed, expiresAt: null, message: playerMessages.noAccess }
  const expiresAt = entitlement.openUntil.toISOString()
  const files = await findVideoFiles(deps.db, request.videoId)
  if (!files.video) return { hasAccess: true, ...closed, expiresAt, message: playerMessages.contactSupport }

  const grantId = await grant(deps, { ...request, entitlementId: entitlement.id })
  const url = (part: MediaPart, { key, sha256 = '' }: { key: string; sha256?: string }) =>
    mediaUrl(deps.signer, { grantId, part, key, version: versionOf(sha256) })
  const beside = (part: MediaPart, key: string | null) => key && url(part, { key })
  return {
    hasAccess: true,
    secureVideoUrl: url('film', files.video),
    captionsUrl: beside('captions', files.captionsKey),
    chaptersUrl: beside('chapters', files.chaptersKey),
    ...(files.storyboardKey ? { storyboardUrl: url('storyboard', { key: files.storyboardKey }) } : {}),
    expiresAt,
    message: null,
    ...(files.renditions.length > 0
      ? { renditions: files.renditions.map((video) => ({ height: video.height, url: url('film', video) })) }
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

/** Ends the stream of a closed player at once, without waiting for its timeout (requirements §5). */
export async function leaveVideo(
  deps: Pick<Deps, 'db' | 'clock'>,
  { sessionId, playSession }: { sessionId: string; playSession: string },
): Promise<void> {
  await deps.db.mediaGrant.updateMany({
    where: { sessionId, playSession },
    data: { leftAt: deps.clock.now() },
  })
}

/** Step: removes the grants of videos that ended before a moment, or whose session did. */
export async function deleteOldGrants({ db }: Pick<Deps, 'db'>, before: Date): Promise<void> {
  await db.mediaGrant.deleteMany({
    where: {
      OR: [
        { expiresAt: { lt: before } },
        { session: { OR: [{ expiresAt: { lt: before } }, { revokedAt: { lt: before } }] } },
      ],
    },
  })
}
