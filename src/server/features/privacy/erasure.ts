import type { Deps, Tx } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { checkPassword } from '#server/features/accounts/passwords.ts'
import { addressPeriods, eraseAccountData, findMessageIds } from '#server/features/accounts/personal-data.ts'
import { resetSignInTries } from '#server/features/accounts/sign-in-attempts.ts'
import { lockStudent } from '#server/features/accounts/students.ts'
import { findVerificationToken } from '#server/features/accounts/verification.ts'
import { type AuditEvent, recordAudit } from '#server/features/audit/audit-entries.ts'
import { eraseAudit, findAddressChanges } from '#server/features/audit/personal-data.ts'
import { eraseCampaigns } from '#server/features/campaigns/personal-data.ts'
import { hasDocuments } from '#server/features/documents/personal-data.ts'
import { enqueueOutbox, queueMail } from '#server/features/mail/outbox.ts'
import { eraseMail } from '#server/features/mail/personal-data.ts'
import { findOpenOrder } from '#server/features/orders/order-queries.ts'
import { eraseOrders, findUnsettled, type Unsettled } from '#server/features/orders/personal-data.ts'
import { cancelOrder } from '#server/features/payments/cancel-order.ts'
import { eraseAccess } from '#server/features/playback/personal-data.ts'
import { eraseQuestions } from '#server/features/questions/personal-data.ts'
import { eraseRequests, hasCancellation } from '#server/features/refund-requests/personal-data.ts'
import type { ShopErrorCode } from '#shared/errors.ts'

export type EraseDeps = Pick<
  Deps,
  'db' | 'pool' | 'clock' | 'config' | 'limits' | 'seal' | 'queue' | 'log' | 'payments'
>

/** With `unverified`, the key of an address: only as long as the account has that one, and has not verified it. */
type Erasure = { studentId: string; actor: AuditEvent['actor']; unverified?: string }

const WAITS: Record<Unsettled, ShopErrorCode> = {
  payment: 'ERASURE_WAITS_FOR_PAYMENT',
  refund: 'ERASURE_WAITS_FOR_REFUND',
  dispute: 'ERASURE_WAITS_FOR_DISPUTE',
}

/**
 * Erases a student at once (UK GDPR art. 17). Documents and sales stay under a pseudonym, as tax law requires; a last mail
 * says so and is erased after it is sent. An unpaid order is cancelled first.
 *
 * @throws ShopError ERASURE_WAITS_FOR_PAYMENT, _REFUND or _DISPUTE, VERIFICATION_LINK_INVALID where `unverified`
 * finds the address verified or replaced meanwhile
 */
export async function eraseStudent(deps: EraseDeps, erasure: Erasure): Promise<void> {
  await cancelOpenOrder(deps, erasure.studentId)
  const erased = await deps.db.$transaction((tx) => erase(tx, deps, erasure))
  if (!erased) return
  await enqueueOutbox(deps, [erased.outboxId])
  // The counters hold the address as their key.
  await resetSignInTries(deps, { kind: 'student', name: erased.emailKey })
}

/** Cancels the payment at Stripe, outside the transaction. A payment that has just succeeded stops the erasure. */
async function cancelOpenOrder(deps: EraseDeps, studentId: string): Promise<void> {
  const order = await findOpenOrder(deps.db, studentId)
  if (order && (await cancelOrder(deps, order, 'erased')) !== 'cancelled') {
    throw new ShopError('ERASURE_WAITS_FOR_PAYMENT')
  }
}

async function erase(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'seal' | 'config'>,
  { studentId, actor, unverified }: Erasure,
) {
  const student = await lockStudent(tx, studentId)
  if (!student) return null
  if (unverified !== undefined && (student.verifiedAt || student.emailKey !== unverified)) {
    throw new ShopError('VERIFICATION_LINK_INVALID')
  }
  const { username, email, emailKey } = student
  const unsettled = await findUnsettled(tx, studentId)
  if (unsettled) throw new ShopError(WAITS[unsettled])
  if (await hasCancellation(tx, studentId)) throw new ShopError('ERASURE_WAITS_FOR_REFUND')

  const periods = addressPeriods(student, await findAddressChanges(tx, studentId))
  const messageIds = await findMessageIds(tx, { studentId, emailKey })
  await eraseMail(tx, { studentId, periods, messageIds })
  for (const period of periods) await eraseCampaigns(tx, period)
  await eraseOrders(tx, studentId)
  await eraseRequests(tx, deps, studentId)
  await eraseAccess(tx, deps, studentId)
  await eraseQuestions(tx, studentId)
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
      keepsDocuments: await hasDocuments(tx, studentId),
    },
    dedupeKey: `account-erased:${studentId}`,
  })
  return { outboxId, emailKey }
}

/**
 * Erases a student at their own request, with the password.
 *
 * @throws ShopError as checkPassword and eraseStudent
 */
export async function eraseAccount(
  deps: EraseDeps & Pick<Deps, 'passwords'>,
  { studentId, password }: { studentId: string; password: string },
): Promise<{ success: true }> {
  await checkPassword(deps, { studentId, password })
  await eraseStudent(deps, { studentId, actor: { kind: 'student', id: studentId } })
  return { success: true }
}

/**
 * Erases an unverified account for the owner of its mailbox, who did not register it. Name and address become free.
 *
 * @throws ShopError VERIFICATION_LINK_INVALID also once it is verified
 */
export async function discardRegistration(deps: EraseDeps, token: string): Promise<{ success: true }> {
  const { student, isVerified } = await findVerificationToken(deps, token)
  if (isVerified) throw new ShopError('VERIFICATION_LINK_INVALID')
  const actor = { kind: 'student', id: student.id } as const
  await eraseStudent(deps, { studentId: student.id, actor, unverified: student.emailKey })
  return { success: true }
}
