import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { recordAudit } from '#server/features/audit/audit-entries.ts'
import { newId } from '#server/infra/ids.ts'
import type { browserErrorsOutput } from '#shared/schemas/browser-errors.ts'
import { deviceName } from '#shared/text/device-name.ts'
import type { DescribedError } from './describe-error.ts'

/** Made-up errors fill no table: beyond so many groups only known ones are counted. */
export const MOST_GROUPS = 500
const SHOWN = 50

/** Counts an error in its group; the newest page, browser and release stand for all. */
export async function recordBrowserError(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { userAgent, ...error }: DescribedError & { userAgent: string },
): Promise<void> {
  const now = clock.now()
  const fingerprint = fingerprintOf(error)
  const seen = { ...error, browser: deviceName(userAgent), lastSeenAt: now }
  const { count } = await db.browserError.updateMany({
    where: { fingerprint },
    data: { ...seen, count: { increment: 1 } },
  })
  if (count > 0 || (await db.browserError.count()) >= MOST_GROUPS) return
  await db.browserError.createMany({
    data: { ...seen, id: newId(now), fingerprint, firstSeenAt: now },
    skipDuplicates: true,
  })
}

/** Numbers differ from one to the next, and the names and lines of files from release to release. */
function fingerprintOf({ kind, message, place }: DescribedError): string {
  const file = place.replaceAll(/-[\w-]{8}\.js/g, '.js').replaceAll(/:\d+/g, '')
  return createHash('sha256')
    .update([kind, message.replaceAll(/\d+/g, '0'), file].join('\n'))
    .digest('base64url')
    .slice(0, 22)
}

/** The groups, the last seen first. */
export async function listBrowserErrors({
  db,
}: Pick<Deps, 'db'>): Promise<z.input<typeof browserErrorsOutput>> {
  const rows = await db.browserError.findMany({
    orderBy: { lastSeenAt: 'desc' },
    take: SHOWN + 1,
    omit: { fingerprint: true },
  })
  const errors = rows.slice(0, SHOWN).map(({ kind, ...row }) => ({
    ...row,
    kind: kind === 'policy' ? ('policy' as const) : ('script' as const),
  }))
  return { errors, hasMore: rows.length > SHOWN }
}

/**
 * Forgets a group that was looked at; the next error of its kind begins a new one.
 *
 * @throws ShopError NOT_FOUND
 */
export async function dismissBrowserError(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { id, adminId }: { id: string; adminId: string },
): Promise<{ success: true }> {
  await db.$transaction(async (tx) => {
    const { count } = await tx.browserError.deleteMany({ where: { id } })
    if (count === 0) throw new ShopError('NOT_FOUND')
    await recordAudit(
      tx,
      { clock },
      {
        actor: { kind: 'admin', id: adminId },
        action: 'browserError.dismissed',
        subject: { kind: 'browserError', id },
      },
    )
  })
  return { success: true }
}

/** Deletes groups that were last seen before a date. */
export async function deleteOldBrowserErrors({ db }: Pick<Deps, 'db'>, before: Date): Promise<void> {
  await db.browserError.deleteMany({ where: { lastSeenAt: { lt: before } } })
}
