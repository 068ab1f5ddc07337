import type { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { recordAudit } from '#server/features/audit/audit-entries.ts'
import { enqueueOutbox, queueMail } from '#server/features/mail/outbox.ts'
import type { refererBankInput } from '#shared/schemas/referer-portal.ts'
import { checkBankAccount, refererBankColumns } from './bank-details.ts'
import { checkPassword } from './passwords.ts'
import { lockRefererWithPassword } from './referers.ts'

type ChangeDeps = Pick<Deps, 'db' | 'clock' | 'passwords' | 'limits' | 'seal' | 'config' | 'queue' | 'log'>

type BankChange = z.output<typeof refererBankInput> & { refererId: string }

/**
 * Changes the bank account that a referer's payouts go to, with their password. Their address, which they cannot change
 * themselves, gets a mail, and the change waits for an admin's review.
 *
 * @throws ShopError as checkPassword; BANK_ACCOUNT_INVALID
 */
export async function changeBankDetails(
  deps: ChangeDeps,
  { refererId, currentPassword, ...details }: BankChange,
): Promise<{ success: true }> {
  const referer = await checkPassword(deps, { refererId, password: currentPassword })
  const { passwordHash } = referer
  checkBankAccount({ ...details, field: 'accountNumber' })
  const sealed = refererBankColumns(deps, refererId, details)

  const outboxId = await deps.db.$transaction(async (tx) => {
    // A new password since the check may be the owner's answer to a thief.
    if (!(await lockRefererWithPassword(tx, { refererId, passwordHash }))) {
      throw new ShopError('CURRENT_PASSWORD_WRONG')
    }
    const now = deps.clock.now()
    await tx.referer.update({
      where: { id: refererId },
      data: { ...sealed, bankChangedAt: now, bankReviewedAt: null },
      select: { id: true },
    })
    await recordAudit(tx, deps, {
      actor: { kind: 'referer', id: refererId },
      action: 'referer.bankChanged',
      subject: { kind: 'referer', id: refererId },
    })
    return queueMail(tx, deps, {
      template: 'bank-details-changed',
      to: referer.contactEmail,
      props: {
        name: referer.name,
        accountEnding: sealed.bankAccountEnding,
        at: now.toISOString(),
        isByAdmin: false,
      },
    })
  })
  await enqueueOutbox(deps, [outboxId])
  return { success: true }
}

type Review = { id: string; changedAt: Date; phoneNumber: string | null; adminId: string }

/**
 * Marks the change of `changedAt` as reviewed; a later one still waits. The phone number shown beside it counts as known
 * from now on, unless it was changed meanwhile; an empty one leaves the known number.
 *
 * @throws ShopError REFERER_NOT_FOUND, CONFLICT
 */
export async function reviewBankDetails(
  deps: Pick<Deps, 'db' | 'clock'>,
  { id, changedAt, phoneNumber, adminId }: Review,
): Promise<{ success: true }> {
  await deps.db.$transaction(async (tx) => {
    const { count } = await tx.referer.updateMany({
      where: { id, bankChangedAt: changedAt },
      data: { bankReviewedAt: deps.clock.now() },
    })
    if (count === 0) {
      const exists = await tx.referer.count({ where: { id } })
      throw new ShopError(exists === 0 ? 'REFERER_NOT_FOUND' : 'CONFLICT')
    }
    if (phoneNumber !== null) {
      await tx.referer.updateMany({ where: { id, phoneNumber }, data: { phoneKnownBefore: phoneNumber } })
    }
    await recordAudit(tx, deps, {
      actor: { kind: 'admin', id: adminId },
      action: 'referer.bankReviewed',
      subject: { kind: 'referer', id },
    })
  })
  return { success: true }
}
