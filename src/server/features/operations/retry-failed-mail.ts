import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { recordAudit } from '#server/features/audit/audit-entries.ts'
import { nudgeMail, retryMail } from '#server/features/mail/outbox.ts'

/**
 * Sends a mail that was given up once more, to the same address.
 *
 * @throws ShopError MAIL_NOT_RETRIABLE
 */
export async function retryFailedMail(
  deps: Pick<Deps, 'db' | 'clock' | 'queue' | 'log'>,
  { id, adminId }: { id: string; adminId: string },
): Promise<{ success: true }> {
  await deps.db.$transaction(async (tx) => {
    if (!(await retryMail(tx, { id, now: deps.clock.now() }))) throw new ShopError('MAIL_NOT_RETRIABLE')
    await recordAudit(tx, deps, {
      actor: { kind: 'admin', id: adminId },
      action: 'mail.retried',
      subject: { kind: 'mail', id },
    })
  })
  await nudgeMail(deps, [id])
  return { success: true }
}
