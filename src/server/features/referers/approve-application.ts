import { randomInt } from 'node:crypto'
import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { recordAudit } from '#server/features/audit/record-audit.ts'
import { nudgeMail, queueMail } from '#server/features/mail/queue-mail.ts'
import { newId } from '#server/infra/ids.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { generateCode } from '#shared/commission/referral-code.ts'
import { defaultCommissionPercent, defaultReferralDiscountPercent } from '#shared/limits.ts'
import { percentToBasisPoints } from '#shared/money/rates.ts'
import { claimEmail } from './claim-email.ts'
import { type HeldApplication, holdApplication, writeDecision } from './hold-application.ts'
import { openBankDetails, sealBankDetails } from './seal-bank-details.ts'
import { selfBillingTerm } from './self-billing-term.ts'

type DecideDeps = Pick<Deps, 'db' | 'clock' | 'seal' | 'config' | 'queue' | 'log'>

export type DecisionInput = { id: string; adminId: string; adminNotes: string | null }

export type Decided = {
  id: string
  status: 'approved' | 'rejected'
  refererId: string | null
  referralCode: string | null
}

/** A name has 999 codes; when so many of them were tried, it has hardly one left. */
const CODE_TRIES = 200

/**
 * Makes a referer of an application: their account with the password they chose, a code of their own, 10 % off and
 * 5 % commission, and a mail that says so. All of it or nothing, and once.
 *
 * @param random gives numbers from 0 up to and not including 1
 * @throws ShopError APPLICATION_NOT_FOUND, APPLICATION_DECIDED, REFERER_EMAIL_TAKEN
 */
export async function approveApplication(
  deps: DecideDeps,
  { id, adminId, adminNotes }: DecisionInput,
  random: () => number = fraction,
): Promise<Decided> {
  const { outboxId, referer } = await deps.db.$transaction(async (tx) => {
    const now = deps.clock.now()
    const application = await holdApplication(tx, id)
    const referer = await openAccount(tx, deps, { application, random, now })
    await writeDecision(tx, { id, status: 'approved', adminId, adminNotes, refererId: referer.id, now })
    await recordAudit(tx, deps, {
      actor: { kind: 'admin', id: adminId },
      action: 'application.approved',
      subject: { kind: 'application', id },
      details: { refererId: referer.id, referralCode: referer.referralCode },
    })
    const outboxId = await queueMail(tx, deps, {
      template: 'application-approved',
      to: application.contactEmail,
      props: {
        name: referer.name,
        referralCode: referer.referralCode,
        discountPercent: defaultReferralDiscountPercent,
        commissionPercent: defaultCommissionPercent,
        isVatRegistered: application.isVatRegistered,
      },
      dedupeKey: `application:${id}:approved`,
    })
    return { outboxId, referer }
  })
  await nudgeMail(deps, [outboxId])
  return { id, status: 'approved', refererId: referer.id, referralCode: referer.referralCode }
}

type Account = { application: HeldApplication; random: () => number; now: Date }

async function openAccount(
  tx: Prisma.TransactionClient,
  deps: Pick<Deps, 'seal'>,
  { application, random, now }: Account,
): Promise<{ id: string; name: string; referralCode: string }> {
  const account = newAccount(deps, application, now)
  await claimEmail(tx, { emailKey: account.contactEmailKey, refererId: account.id })
  for (let tries = 0; tries < CODE_TRIES; tries++) {
    const referralCode = generateCode(account.name, random)
    const { count } = await tx.referer.createMany({
      data: { ...account, referralCode },
      skipDuplicates: true,
    })
    if (count === 1) return { id: account.id, name: account.name, referralCode }
  }
  throw new ShopError('REFERRAL_CODE_TAKEN')
}

function newAccount(deps: Pick<Deps, 'seal'>, application: HeldApplication, now: Date) {
  const id = newId(now)
  const from = { kind: 'RefererApplication', id: application.id } as const
  const bank = openBankDetails(deps, from, application.bankDetailsSealed)
  return {
    id,
    name: application.organizationName ?? application.fullName,
    contactEmail: application.contactEmail,
    contactEmailKey: application.contactEmailKey,
    contactName: application.fullName,
    fullBusinessName: application.businessName,
    addressLine1: application.businessAddressLine1,
    addressLine2: application.businessAddressLine2,
    city: application.businessCity,
    postcode: application.businessPostcode,
    country: application.businessCountry,
    companyNumber: application.businessNumber,
    vatNumber: application.vatNumber,
    isVatRegistered: application.isVatRegistered,
    // The approving admin has the number before their eyes, and nothing was earned before.
    ...(application.isVatRegistered && { vatChangedAt: now, vatReviewedAt: now }),
    phoneNumber: application.phoneNumber,
    phoneKnownBefore: application.phoneNumber,
    // Sealed anew: what was sealed for the application opens for no other row.
    ...sealBankDetails(deps, { kind: 'Referer', id }, bank),
    passwordHash: application.passwordHash,
    discountBps: percentToBasisPoints(defaultReferralDiscountPercent),
    commissionBps: percentToBasisPoints(defaultCommissionPercent),
    ...(application.acceptedSelfBillingAt ? selfBillingTerm(now) : {}),
    createdAt: now,
  }
}

function fraction(): number {
  const steps = 2 ** 32
  return randomInt(steps) / steps
}
