import type { Deps } from '#server/deps.ts'
import { lockCatalog } from '#server/features/catalog/update-catalog.ts'
import { addDays } from '#shared/calendar/durations.ts'

/** Deletes an unpublished upload. A missing or published one is left alone. */
export async function deleteUpload(
  { db, clock, mediaWriter }: Pick<Deps, 'db' | 'clock' | 'mediaWriter'>,
  { id }: { id: string },
): Promise<void> {
  const isGone = await db.$transaction(async (tx) => {
    const upload = await tx.mediaUpload.findUnique({ where: { id }, select: { key: true } })
    const { count } = await tx.mediaUpload.deleteMany({ where: { id, status: { not: 'published' } } })
    if (count === 0) return false
    // A process may have ended between storing and registering the file: the clean-up checks whether it is needed.
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

/** An upload that is not continued within a week is abandoned. */
const KEEP_UPLOADS_DAYS = 7
/** A replaced file stays while a response may still read it or a page still names it. */
const KEEP_REPLACED_DAYS = 2
const MOST_AT_ONCE = 200

/**
 * Deletes abandoned uploads, their bytes on disk, and published files that were replaced. Safe to run at any time and
 * to repeat.
 */
export async function deleteOldUploads(deps: Pick<Deps, 'db' | 'clock' | 'mediaWriter'>): Promise<void> {
  const before = addDays(deps.clock.now(), -KEEP_UPLOADS_DAYS)
  await deleteAbandoned(deps, before)
  await deleteStrays(deps, before)
  await deleteReplaced(deps)
}

async function deleteAbandoned(deps: Pick<Deps, 'db' | 'clock' | 'mediaWriter'>, before: Date) {
  const { db, mediaWriter } = deps
  const untouched = new Set(await mediaWriter.listUntouched(before))
  const old = await db.mediaUpload.findMany({
    where: { status: { not: 'published' }, createdAt: { lt: before } },
    take: MOST_AT_ONCE,
    select: { id: true },
  })
  for (const { id } of old) {
    const isArriving = !untouched.has(id) && (await mediaWriter.received(id)) !== null
    if (!isArriving) await deleteUpload(deps, { id })
  }
}

/** Files without a row: a process ended between the two deletions. */
async function deleteStrays({ db, mediaWriter }: Pick<Deps, 'db' | 'mediaWriter'>, before: Date) {
  const ids = await mediaWriter.listUntouched(before)
  const known = await db.mediaUpload.findMany({
    where: { id: { in: ids }, status: { not: 'published' } },
    select: { id: true },
  })
  const kept = new Set(known.map(({ id }) => id))
  for (const id of ids.filter((one) => !kept.has(one))) await mediaWriter.discard(id)
}

async function deleteReplaced({ db, clock, mediaWriter }: Pick<Deps, 'db' | 'clock' | 'mediaWriter'>) {
  const replaced = await db.replacedMedia.findMany({
    where: { replacedAt: { lt: addDays(clock.now(), -KEEP_REPLACED_DAYS) } },
    take: MOST_AT_ONCE,
    select: { key: true },
  })
  for (const { key } of replaced) {
    // The lock stops other requests from publishing the same contents while the file is deleted.
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
