import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { recordAudit } from '#server/features/audit/audit-entries.ts'
import { dismissMail } from '#server/features/mail/outbox.ts'

/**
 * Takes off the lists a mail that failed or may not have arrived: it did arrive, or nobody waits for it.
 *
 * @throws ShopError CONFLICT where it was sent again or dismissed meanwhile
 */
export async function dismissFailedMail(
  deps: Pick<Deps, 'db' | 'clock'>,
  { id, adminId }: { id: string; adminId: string },
): Promise<{ success: true }> {
  await deps.db.$transaction(async (tx) => {
    if (!(await dismissMail(tx, { id, now: deps.clock.now() }))) throw new ShopError('CONFLICT')
    await recordAudit(tx, deps, {
      actor: { kind: 'admin', id: adminId },
      action: 'mail.dismissed',
      subject: { kind: 'mail', id },
    })
  })
  return { success: true }
}
