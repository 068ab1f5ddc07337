import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { forgiveSignInTries } from '#server/features/accounts/check-sign-in.ts'
import { lockAccount } from '#server/features/accounts/lock-account.ts'
import { addressPeriods, eraseAccountData, findMessageIds } from '#server/features/accounts/personal-data.ts'
import { eraseAudit, findAddressChanges } from '#server/features/audit/personal-data.ts'
import { type AuditEvent, recordAudit } from '#server/features/audit/record-audit.ts'
import { eraseCampaigns } from '#server/features/campaigns/personal-data.ts'
import { hasPapers } from '#server/features/documents/personal-data.ts'
import { eraseMail } from '#server/features/mail/personal-data.ts'
import { nudgeMail, queueMail } from '#server/features/mail/queue-mail.ts'
import { eraseOrders, findUnsettled, type Unsettled } from '#server/features/orders/personal-data.ts'
import { findOpenOrder } from '#server/features/orders/queries.ts'
import { cancelOrder } from '#server/features/payments/cancel-order.ts'
import { eraseAccess } from '#server/features/playback/personal-data.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import type { ShopErrorCode } from '#shared/errors.ts'

export type EraseDeps = Pick<
  Deps,
  'db' | 'clock' | 'config' | 'limits' | 'seal' | 'queue' | 'log' | 'payments'
>

type Erasure = { studentId: string; actor: AuditEvent['actor']; unlessVerified?: boolean }

const WAITS: Record<Unsettled, ShopErrorCode> = {
  payment: 'ERASURE_WAITS_FOR_PAYMENT',
  refund: 'ERASURE_WAITS_FOR_REFUND',
  dispute: 'ERASURE_WAITS_FOR_DISPUTE',
}

/**
 * Erases a student at once (UK GDPR art. 17). Papers and the records of sales stay as tax law wants, under a
 * pseudonym; a last mail says so and forgets its own address when it has gone. A basket that waits for its payment is
 * cancelled first. One who was erased already stays so.
 *
 * @throws ShopError ERASURE_WAITS_FOR_PAYMENT, _REFUND or _DISPUTE, VERIFICATION_LINK_INVALID where `unlessVerified`
 * finds the address confirmed meanwhile
 */
export async function eraseStudent(deps: EraseDeps, erasure: Erasure): Promise<void> {
  await cancelOpenOrder(deps, erasure.studentId)
  const erased = await deps.db.$transaction((tx) => erase(tx, deps, erasure))
  if (!erased) return
  await nudgeMail(deps, [erased.outboxId])
  // The counters of tries are kept under the address.
  await forgiveSignInTries(deps, { kind: 'student', name: erased.emailKey })
}

/** Stripe is asked to give the payment up, outside the transaction. One that has just gone through stops the erasure. */
async function cancelOpenOrder(deps: EraseDeps, studentId: string): Promise<void> {
  const order = await findOpenOrder(deps.db, studentId)
  if (order && (await cancelOrder(deps, order, 'erased')) !== 'cancelled') {
    throw new ShopError('ERASURE_WAITS_FOR_PAYMENT')
  }
}

async function erase(
  tx: Prisma.TransactionClient,
  deps: Pick<Deps, 'clock' | 'seal' | 'config'>,
  { studentId, actor, unlessVerified = false }: Erasure,
): Promise<{ outboxId: string | null; emailKey: string } | null> {
  const student = await lockAccount(tx, studentId)
  if (!student) return null
  if (unlessVerified && student.verifiedAt) throw new ShopError('VERIFICATION_LINK_INVALID')
  const { username, email, emailKey } = student
  const unsettled = await findUnsettled(tx, studentId)
  if (unsettled) throw new ShopError(WAITS[unsettled])

  const periods = addressPeriods(student, await findAddressChanges(tx, studentId))
  const messageIds = await findMessageIds(tx, { studentId, emailKey })
  await eraseMail(tx, { studentId, periods, messageIds })
  for (const period of periods) await eraseCampaigns(tx, period)
  await eraseOrders(tx, studentId)
  await eraseAccess(tx, deps, studentId)
  await eraseAccountData(tx, deps, { studentId, messageIds })
  await eraseAudit(tx, studentId)
  await recordAudit(tx, deps, {
    actor,
    action: 'student.erased',
    subject: { kind: 'student', id: studentId },
  })
  const outboxId = await queueMail(tx, deps, {
    template: 'account-erased',
    to: email,
    props: {
      username,
      erasedAt: deps.clock.now().toISOString(),
      keepsPapers: await hasPapers(tx, studentId),
    },
    dedupeKey: `account-erased:${studentId}`,
  })
  return { outboxId, emailKey }
}
