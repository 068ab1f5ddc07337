import type { Deps } from '#server/deps.ts'
import { recordAudit } from '#server/features/audit/audit-entries.ts'
import { retryWaitingMail, sweepMail } from '#server/features/mail/outbox.ts'

/**
 * Makes every mail that waits for its next try due now, such as after the mail server is back. Returns how many are
 * due; what the queue cannot take now, the sweep finds within 30 seconds.
 */
export async function sendWaitingMail(
  deps: Pick<Deps, 'db' | 'clock' | 'queue' | 'log'>,
  { adminId }: { adminId: string },
): Promise<{ count: number }> {
  const count = await deps.db.$transaction(async (tx) => {
    const due = await retryWaitingMail(tx, deps.clock.now())
    if (due > 0) {
      await recordAudit(tx, deps, {
        actor: { kind: 'admin', id: adminId },
        action: 'mail.sentNow',
        subject: { kind: 'mail', id: 'waiting' },
        details: { count: due },
      })
    }
    return due
  })
  await sweepMail(deps).catch((error: unknown) => {
    deps.log.warn({ err: error }, 'Waiting mail stays for the sweep')
  })
  return { count }
}
