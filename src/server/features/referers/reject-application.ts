import type { Deps } from '#server/deps.ts'
import { recordAudit } from '#server/features/audit/record-audit.ts'
import { nudgeMail, queueMail } from '#server/features/mail/queue-mail.ts'
import type { Decided, DecisionInput } from './approve-application.ts'
import { holdApplication, writeDecision } from './hold-application.ts'

/**
 * Turns an application down, once, and mails the notes. The same address may apply again.
 *
 * @throws ShopError APPLICATION_NOT_FOUND, APPLICATION_DECIDED
 */
export async function rejectApplication(
  deps: Pick<Deps, 'db' | 'clock' | 'seal' | 'config' | 'queue' | 'log'>,
  { id, adminId, adminNotes }: DecisionInput,
): Promise<Decided> {
  const outboxId = await deps.db.$transaction(async (tx) => {
    const now = deps.clock.now()
    const application = await holdApplication(tx, id)
    await writeDecision(tx, { id, status: 'rejected', adminId, adminNotes, refererId: null, now })
    await recordAudit(tx, deps, {
      actor: { kind: 'admin', id: adminId },
      action: 'application.rejected',
      subject: { kind: 'application', id },
    })
    return queueMail(tx, deps, {
      template: 'application-rejected',
      to: application.contactEmail,
      props: { name: application.organizationName ?? application.fullName, notes: adminNotes },
      dedupeKey: `application:${id}:rejected`,
    })
  })
  await nudgeMail(deps, [outboxId])
  return { id, status: 'rejected', refererId: null, referralCode: null }
}
