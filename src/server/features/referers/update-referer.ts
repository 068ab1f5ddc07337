import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { voidLinks } from '#server/features/accounts/void-links.ts'
import { recordAudit } from '#server/features/audit/record-audit.ts'
import { recordSecurityEvent } from '#server/features/audit/record-security-event.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { percentToBasisPoints } from '#shared/money/rates.ts'
import type { UpdateClubInput } from '#shared/schemas/admin.ts'
import { keyOf } from '#shared/text/text-key.ts'
import { claimEmail } from './claim-email.ts'
import { clubVersion } from './club-version.ts'
import { holdReferer } from './hold-referer.ts'
import { mergeBankDetails } from './merge-bank-details.ts'
import { endSelfBilling } from './self-billing-term.ts'
import { vatChange } from './vat-change.ts'

/**
 * Writes the back office's form over a referer. Masked bank numbers and percentages that are left out stay as they
 * are; other fields left out are cleared. Orders keep the percentages they were frozen with.
 *
 * @throws ShopError REFERER_NOT_FOUND, CONFLICT when somebody changed it meanwhile, REFERER_EMAIL_TAKEN,
 * BANK_ACCOUNT_INVALID
 */
export async function updateReferer(
  deps: Pick<Deps, 'db' | 'clock' | 'seal' | 'log'>,
  { adminId, ...input }: UpdateClubInput & { adminId: string },
): Promise<void> {
  const { id, version } = input
  const isMoved = await deps.db.$transaction(async (tx) => {
    if (!(await holdReferer(tx, id))) throw new ShopError('REFERER_NOT_FOUND')
    const before = await tx.referer.findUniqueOrThrow({ where: { id } })
    if (version !== null && version !== clubVersion(before)) throw new ShopError('CONFLICT')
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
      // An admin who writes them has looked at them.
      ...(bank ? { ...bank, bankChangedAt: now, bankReviewedAt: now } : {}),
    }
    await tx.referer.update({ where: { id }, data: after, select: { id: true } })
    // What was mailed to the former address must not work after a way back to it either.
    if (isMoved) await voidLinks(tx, deps, { refererId: id })
    await noteChange(tx, deps, { adminId, id, changed: namesOfChanges(before, details, bank !== null) })
    return isMoved
  })
  if (!isMoved) return
  // Where the admin sat stands in no row about the referer.
  const subject = { kind: 'referer', id } as const
  await recordSecurityEvent(deps, { kind: 'email.changed', subject, address: null })
}

function detailsOf(input: UpdateClubInput) {
  const { commissionPercentage, discountPercentage } = input
  return {
    name: input.name,
    contactEmail: input.contactEmail,
    contactEmailKey: keyOf(input.contactEmail),
    contactName: input.contactName,
    fullBusinessName: input.fullBusinessName,
    tradingName: input.tradingName,
    addressLine1: input.addressLine1,
    addressLine2: input.addressLine2,
    city: input.city,
    postcode: input.postcode,
    country: input.country,
    companyNumber: input.companyNumber,
    vatNumber: input.vatNumber,
    isVatRegistered: input.isVatRegistered,
    phoneNumber: input.phoneNumber,
    ...(commissionPercentage === null ? {} : { commissionBps: percentToBasisPoints(commissionPercentage) }),
    ...(discountPercentage === null ? {} : { discountBps: percentToBasisPoints(discountPercentage) }),
  }
}

/**
 * What an admin typed is known from then on. A number that came back as it was shown was not looked at, and one they
 * clear takes no other with it.
 */
function knownPhone(
  before: { phoneNumber: string | null; phoneKnownBefore: string | null },
  phoneNumber: string | null,
): { phoneKnownBefore?: string | null } {
  if (phoneNumber === before.phoneNumber) return {}
  if (phoneNumber === null && before.phoneKnownBefore !== before.phoneNumber) return {}
  return { phoneKnownBefore: phoneNumber }
}

/** Names alone: what the fields held is in no log. */
function namesOfChanges(
  before: Readonly<Record<string, unknown>>,
  details: Readonly<Record<string, unknown>>,
  isBankChanged: boolean,
): string {
  const names = Object.keys(details).filter((name) => before[name] !== details[name])
  return [...names.filter((name) => name !== 'contactEmailKey'), ...(isBankChanged ? ['bank'] : [])].join(' ')
}

async function noteChange(
  tx: Prisma.TransactionClient,
  deps: Pick<Deps, 'clock'>,
  { adminId, id, changed }: { adminId: string; id: string; changed: string },
): Promise<void> {
  if (changed === '') return
  await recordAudit(tx, deps, {
    actor: { kind: 'admin', id: adminId },
    action: 'referer.updated',
    subject: { kind: 'referer', id },
    details: { changed },
  })
}
