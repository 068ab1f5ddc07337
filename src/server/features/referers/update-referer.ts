import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { revokeTokens } from '#server/features/accounts/tokens.ts'
import { recordAudit } from '#server/features/audit/audit-entries.ts'
import { recordSecurityEvent } from '#server/features/audit/security-events.ts'
import { enqueueOutbox, queueMail } from '#server/features/mail/outbox.ts'
import { percentToBasisPoints } from '#shared/money/rates.ts'
import type { UpdateRefererInput } from '#shared/schemas/admin.ts'
import { keyOf } from '#shared/text/text-key.ts'
import { mergeBankDetails } from './bank-details.ts'
import { refererVersion } from './queries.ts'
import { claimEmail, lockReferer } from './referers.ts'
import { endSelfBilling } from './self-billing.ts'
import { vatChange } from './vat-registration.ts'

/**
 * Updates a referer from the back office's form. Masked bank numbers and missing percentages stay as stored; other empty
 * fields are cleared. Orders keep their frozen percentages. New bank details are mailed to the referer, at the address
 * before too where that changed.
 *
 * @throws ShopError REFERER_NOT_FOUND, CONFLICT when another request changed it meanwhile, REFERER_EMAIL_TAKEN,
 * BANK_ACCOUNT_INVALID
 */
export async function updateReferer(
  deps: Pick<Deps, 'db' | 'clock' | 'seal' | 'config' | 'queue' | 'log'>,
  { adminId, ...input }: UpdateRefererInput & { adminId: string },
): Promise<void> {
  const { id, version } = input
  const { isMoved, outboxIds } = await deps.db.$transaction(async (tx) => {
    if (!(await lockReferer(tx, id))) throw new ShopError('REFERER_NOT_FOUND')
    const before = await tx.referer.findUniqueOrThrow({ where: { id } })
    if (version !== null && version !== refererVersion(before)) throw new ShopError('CONFLICT')
    const now = deps.clock.now()
    const details = detailsOf(input)
    const isMoved = details.contactEmailKey !== before.contactEmailKey
    if (isMoved && before.endedAt === null) {
      await claimEmail(tx, { emailKey: details.contactEmailKey, refererId: id })
    }
    const bank = mergeBankDetails(deps, { id, sealed: before.bankDetailsSealed }, input)
    const after = {
      ...details,
      ...endSelfBilling(before, details, now),
      ...vatChange(before, details, { now, isAdmin: true }),
      ...knownPhone(before, details.phoneNumber),
      // An admin who writes them has reviewed them.
      ...(bank ? { ...bank, bankChangedAt: now, bankReviewedAt: now } : {}),
    }
    await tx.referer.update({ where: { id }, data: after, select: { id: true } })
    // A token mailed to the former address must stay invalid, even if the address comes back.
    if (isMoved) await revokeTokens(tx, deps, { refererId: id })
    const changed = namesOfChanges(before, details, bank !== null)
    if (changed === '') return { isMoved, outboxIds: [] }
    await recordAudit(tx, deps, {
      actor: { kind: 'admin', id: adminId },
      action: 'referer.updated',
      subject: { kind: 'referer', id },
      details: { changed },
    })
    if (!bank) return { isMoved, outboxIds: [] }
    const told = new Set([before.contactEmail, details.contactEmail])
    const mails = [...told].map((to) =>
      queueMail(tx, deps, {
        template: 'bank-details-changed',
        to,
        props: {
          name: details.name,
          accountEnding: bank.bankAccountEnding,
          at: now.toISOString(),
          isByAdmin: true,
        },
      }),
    )
    return { isMoved, outboxIds: await Promise.all(mails) }
  })
  await enqueueOutbox(deps, outboxIds)
  if (!isMoved) return
  // No row about the referer holds the admin's network address.
  const subject = { kind: 'referer', id } as const
  await recordSecurityEvent(deps, { kind: 'email.changed', subject, address: null })
}

/** The columns that the form writes as they are; bank details are merged. */
function detailsOf(input: UpdateRefererInput) {
  const { id, version, bankName, accountName, sortCode, accountNumber, ...form } = input
  const { commissionPercentage, discountPercentage, ...details } = form
  return {
    ...details,
    contactEmailKey: keyOf(details.contactEmail),
    ...(commissionPercentage === null ? {} : { commissionBps: percentToBasisPoints(commissionPercentage) }),
    ...(discountPercentage === null ? {} : { discountBps: percentToBasisPoints(discountPercentage) }),
  }
}

/**
 * A number that an admin types is known from then on. An unchanged number was not reviewed, and clearing an unknown one
 * leaves the known number.
 */
function knownPhone(
  before: { phoneNumber: string | null; phoneKnownBefore: string | null },
  phoneNumber: string | null,
) {
  if (phoneNumber === before.phoneNumber) return {}
  if (phoneNumber === null && before.phoneKnownBefore !== before.phoneNumber) return {}
  return { phoneKnownBefore: phoneNumber }
}

/** The names alone: no log holds the values. */
function namesOfChanges(
  before: Readonly<Record<string, unknown>>,
  details: Readonly<Record<string, unknown>>,
  isBankChanged: boolean,
) {
  const names = Object.keys(details).filter((name) => before[name] !== details[name])
  return [...names.filter((name) => name !== 'contactEmailKey'), ...(isBankChanged ? ['bank'] : [])].join(' ')
}
