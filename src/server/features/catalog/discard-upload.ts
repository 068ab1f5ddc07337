import type { Deps } from '#server/deps.ts'

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
