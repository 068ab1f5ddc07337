import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { recordAudit } from '#server/features/audit/record-audit.ts'
import { newId } from '#server/infra/ids.ts'
import { percentToBasisPoints } from '#shared/money/rates.ts'
import type { CreateRefererInput } from '#shared/schemas/admin.ts'
import { keyOf } from '#shared/text/text-key.ts'
import { claimEmail } from './claim-email.ts'

/**
 * Makes a referer without an application. The password is one that two people know, so the portal asks for another
 * at the first sign-in.
 *
 * @throws ShopError REFERRAL_CODE_TAKEN, REFERER_EMAIL_TAKEN
 */
export async function createReferer(
  deps: Pick<Deps, 'db' | 'clock' | 'passwords'>,
  { adminId, ...input }: CreateRefererInput & { adminId: string },
): Promise<{ id: string; name: string; referralCode: string }> {
  const passwordHash = await deps.passwords.hash(input.password)
  const now = deps.clock.now()
  const { name, contactName, contactEmail, referralCode } = input
  const referer = {
    id: newId(now),
    name,
    contactName,
    contactEmail,
    contactEmailKey: keyOf(contactEmail),
    referralCode,
    passwordHash,
    mustChangePassword: true,
    discountBps: percentToBasisPoints(input.discountPercentage),
    commissionBps: percentToBasisPoints(input.commissionPercentage),
    createdAt: now,
  }
  await deps.db.$transaction(async (tx) => {
    await claimEmail(tx, { emailKey: referer.contactEmailKey, refererId: referer.id })
    const { count } = await tx.referer.createMany({ data: referer, skipDuplicates: true })
    if (count === 0) throw new ShopError('REFERRAL_CODE_TAKEN')
    await recordAudit(tx, deps, {
      actor: { kind: 'admin', id: adminId },
      action: 'referer.created',
      subject: { kind: 'referer', id: referer.id },
      details: {
        referralCode,
        discountPercent: input.discountPercentage,
        commissionPercent: input.commissionPercentage,
      },
    })
  })
  return { id: referer.id, name, referralCode }
}
