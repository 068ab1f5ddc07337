import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { recordAudit } from '#server/features/audit/record-audit.ts'
import { nudgeMail, queueMail } from '#server/features/mail/queue-mail.ts'
import { checkBankAccount } from './check-bank-account.ts'
import { checkPassword } from './check-password.ts'
import { lockReferer } from './lock-referer.ts'
import { sealBankDetails } from './seal-bank-details.ts'

type ChangeDeps = Pick<Deps, 'db' | 'clock' | 'passwords' | 'limits' | 'seal' | 'config' | 'queue' | 'log'>

export type BankChange = {
  refererId: string
  currentPassword: string
  bankName: string | null
  accountName: string
  sortCode: string
  accountNumber: string
}

/**
 * Sets where a referer is paid, with their password. Their address, which they cannot change themselves, is told, and
 * the change is marked until an admin has looked at it.
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
  const sealed = sealBankDetails(deps, { kind: 'Referer', id: refererId }, details)

  const outboxId = await deps.db.$transaction(async (tx) => {
    // A password changed since it was checked may have been changed against whoever sends this.
    if (!(await lockReferer(tx, { refererId, passwordHash }))) throw new ShopError('CURRENT_PASSWORD_WRONG')
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
      props: { name: referer.name, accountEnding: sealed.bankAccountEnding, at: now.toISOString() },
    })
  })
  await nudgeMail(deps, [outboxId])
  return { success: true }
}
