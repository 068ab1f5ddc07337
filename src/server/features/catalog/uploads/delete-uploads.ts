import type { Deps } from '#server/deps.ts'
import { lockCatalog } from '#server/features/catalog/update-catalog.ts'
import { addDays } from '#shared/calendar/durations.ts'

/**
 * Throws an upload away before it is published. One that is gone or published already is left as it is; a published
 * file stays in its place.
 */
export async function discardUpload(
  { db, clock, mediaWriter }: Pick<Deps, 'db' | 'clock' | 'mediaWriter'>,
  { id }: { id: string },
): Promise<void> {
  const isGone = await db.$transaction(async (tx) => {
    const upload = await tx.mediaUpload.findUnique({ where: { id }, select: { key: true } })
    const { count } = await tx.mediaUpload.deleteMany({ where: { id, status: { not: 'published' } } })
    if (count === 0) return false
    // A process may have ended between storing the file and pointing to it: the clean-up looks whether it is needed.
    if (upload?.key) {
      await tx.replacedMedia.createMany({
        data: { key: upload.key, replacedAt: clock.now() },
        skipDuplicates: true,
      })
    }
    return true
  })
  if (isGone) await mediaWriter.discard(id)
}

/** Who chose a film on Monday comes back to it within the week, or not at all. */
const KEEP_UPLOADS_DAYS = 7
/** A film that was replaced stays as long as an answer may still be sent from it, or a page still names it. */
const KEEP_REPLACED_DAYS = 2
const MOST_AT_ONCE = 200

/**
 * Removes uploads that nobody finished or published, what they left on the disk, and published files whose place
 * another took. Safe to run at any time, and again after it was interrupted.
 */
export async function removeOldUploads(deps: Pick<Deps, 'db' | 'clock' | 'mediaWriter'>): Promise<void> {
  const before = addDays(deps.clock.now(), -KEEP_UPLOADS_DAYS)
  await removeAbandoned(deps, before)
  await removeStrays(deps, before)
  await removeReplaced(deps)
}

async function removeAbandoned(deps: Pick<Deps, 'db' | 'clock' | 'mediaWriter'>, before: Date) {
  const { db, mediaWriter } = deps
  const untouched = new Set(await mediaWriter.listUntouched(before))
  const old = await db.mediaUpload.findMany({
    where: { status: { not: 'published' }, createdAt: { lt: before } },
    take: MOST_AT_ONCE,
    select: { id: true },
  })
  for (const { id } of old) {
    const isArriving = !untouched.has(id) && (await mediaWriter.received(id)) !== null
    if (!isArriving) await discardUpload(deps, { id })
  }
}

/** Files whose row is gone: a process ended between the two. */
async function removeStrays({ db, mediaWriter }: Pick<Deps, 'db' | 'mediaWriter'>, before: Date) {
  const ids = await mediaWriter.listUntouched(before)
  const known = await db.mediaUpload.findMany({
    where: { id: { in: ids }, status: { not: 'published' } },
    select: { id: true },
  })
  const kept = new Set(known.map(({ id }) => id))
  for (const id of ids.filter((one) => !kept.has(one))) await mediaWriter.discard(id)
}

async function removeReplaced({ db, clock, mediaWriter }: Pick<Deps, 'db' | 'clock' | 'mediaWriter'>) {
  const replaced = await db.replacedMedia.findMany({
    where: { replacedAt: { lt: addDays(clock.now(), -KEEP_REPLACED_DAYS) } },
    take: MOST_AT_ONCE,
    select: { key: true },
  })
  for (const { key } of replaced) {
    // Held, so that nobody publishes the same contents again while the file is taken away.
    await db.$transaction(async (tx) => {
      await lockCatalog(tx)
      const isShown = (await tx.mediaFile.count({ where: { key } })) > 0
      const isComing = (await tx.mediaUpload.count({ where: { key, status: 'ready' } })) > 0
      if (isComing) return
      if (!isShown) await mediaWriter.remove(key)
      await tx.replacedMedia.deleteMany({ where: { key } })
    })
  }
}
