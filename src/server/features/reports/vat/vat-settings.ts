import type { Deps } from '#server/deps.ts'
import { recordAudit } from '#server/features/audit/audit-entries.ts'
import { STAGGERS, type Stagger } from '#shared/calendar/vat-period.ts'

/** There is one row. */
const ID = 1
/** Calendar quarters, until an admin says otherwise. */
const DEFAULT: Stagger = 1

/** When the shop's VAT periods end. */
export async function findStagger({ db }: Pick<Deps, 'db'>): Promise<Stagger> {
  const row = await db.vatSettings.findUnique({ where: { id: ID }, select: { stagger: true } })
  return STAGGERS.find((stagger) => stagger === row?.stagger) ?? DEFAULT
}

/** Changes when the shop's VAT periods end; the documents stay as they are. */
export async function changeStagger(
  deps: Pick<Deps, 'db' | 'clock'>,
  { stagger, adminId }: { stagger: Stagger; adminId: string },
): Promise<{ success: true }> {
  await deps.db.$transaction(async (tx) => {
    const before = await tx.vatSettings.findUnique({ where: { id: ID }, select: { stagger: true } })
    const row = { stagger, updatedAt: deps.clock.now() }
    await tx.vatSettings.upsert({
      where: { id: ID },
      create: { id: ID, ...row },
      update: row,
      select: { id: true },
    })
    await recordAudit(tx, deps, {
      actor: { kind: 'admin', id: adminId },
      action: 'vat.staggerChanged',
      subject: { kind: 'setting', id: 'vat' },
      details: { staggerBefore: before?.stagger ?? DEFAULT, stagger },
    })
  })
  return { success: true }
}
