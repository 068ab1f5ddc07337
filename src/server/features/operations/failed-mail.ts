import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { recordAudit } from '#server/features/audit/audit-entries.ts'
import {
  canRetry,
  dismissMail,
  enqueueOutbox,
  requeueMail,
  retryMail,
  retryWaitingMail,
} from '#server/features/mail/outbox.ts'
import { type listFailedMails, reasonOf } from './queries.ts'

/**
 * Queues a mail that was given up again, to the same address.
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
  await enqueueOutbox(deps, [id])
  return { success: true }
}

/**
 * Dismisses a mail that failed or may not have arrived: it did arrive, or it is not needed any more.
 *
 * @throws ShopError CONFLICT where another request sent or dismissed it first
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

/**
 * Makes every waiting mail due now, such as after an outage of the mail server. Returns how many are due; without a
 * queue the scheduled job enqueues them within 30 seconds.
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
  await requeueMail(deps).catch((error: unknown) => {
    deps.log.warn({ err: error }, 'Waiting mail stays for the scheduled job')
  })
  return { count }
}

type FailedMail = Awaited<ReturnType<typeof listFailedMails>>['rows'][number]

export function presentFailedMail(mail: FailedMail) {
  return {
    ...mail,
    to: mail.toAddress,
    mayHaveArrived: mail.status === 'unknown',
    reason: reasonOf(mail.lastError ?? ''),
    canRetry: canRetry(mail),
  }
}
