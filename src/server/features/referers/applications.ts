import { randomInt } from 'node:crypto'
import type { Deps, Tx } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { recordAudit } from '#server/features/audit/audit-entries.ts'
import { enqueueOutbox, queueMail } from '#server/features/mail/outbox.ts'
import { newId } from '#server/infra/ids.ts'
import { generateCode } from '#shared/commission/referral-code.ts'
import { defaultCommissionPercent, defaultReferralDiscountPercent } from '#shared/limits.ts'
import { percentToBasisPoints } from '#shared/money/rates.ts'
import { openBankDetails, refererBankColumns } from './bank-details.ts'
import { claimEmail } from './referers.ts'
import { selfBillingTerm } from './self-billing.ts'

type DecideDeps = Pick<Deps, 'db' | 'clock' | 'seal' | 'config' | 'queue' | 'log'>
type DecisionInput = { id: string; adminId: string; adminNotes: string | null }
type Decided = {
  id: string
  status: 'approved' | 'rejected'
  refererId: string | null
  referralCode: string | null
}

/**
 * Creates a referer from an application, once: with the password they chose, a code of their own, 10 % discount and 5 %
 * commission, and a mail that says so.
 *
 * @param random returns numbers from 0 to below 1
 * @throws ShopError APPLICATION_NOT_FOUND, APPLICATION_DECIDED, REFERER_EMAIL_TAKEN
 */
export async function approveApplication(
  deps: DecideDeps,
  { id, adminId, adminNotes }: DecisionInput,
  random: () => number = fraction,
): Promise<Decided> {
  const { outboxId, referer } = await deps.db.$transaction(async (tx) => {
    const now = deps.clock.now()
    const application = await lockApplication(tx, id)
    const referer = await createAccount(tx, deps, { application, random, now })
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
  await enqueueOutbox(deps, [outboxId])
  return { id, status: 'approved', refererId: referer.id, referralCode: referer.referralCode }
}

/**
 * Rejects an application, once, and mails the notes. The same address may apply again.
 *
 * @throws ShopError APPLICATION_NOT_FOUND, APPLICATION_DECIDED
 */
export async function rejectApplication(
  deps: DecideDeps,
  { id, adminId, adminNotes }: DecisionInput,
): Promise<Decided> {
  const outboxId = await deps.db.$transaction(async (tx) => {
    const now = deps.clock.now()
    const application = await lockApplication(tx, id)
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
  await enqueueOutbox(deps, [outboxId])
  return { id, status: 'rejected', refererId: null, referralCode: null }
}

type LockedApplication = Awaited<ReturnType<typeof lockApplication>>

/** Step: locks a pending application. A second decision waits here, and then finds it decided. */
async function lockApplication(tx: Tx, id: string) {
  await tx.$queryRaw`select 1 from "RefererApplication" where "id" = ${id} for update`
  const application = await tx.refererApplication.findUnique({ where: { id } })
  if (!application) throw new ShopError('APPLICATION_NOT_FOUND')
  if (application.status !== 'pending') throw new ShopError('APPLICATION_DECIDED')
  return application
}

type Decision = DecisionInput & { status: Decided['status']; refererId: string | null; now: Date }

/** Step: writes a decision, once, and removes the password, which only the new referer needs. */
async function writeDecision(tx: Tx, { id, status, adminId, adminNotes, refererId, now }: Decision) {
  const { count } = await tx.refererApplication.updateMany({
    where: { id, status: 'pending' },
    data: { status, adminNotes, refererId, decidedAt: now, decidedById: adminId, passwordHash: '' },
  })
  if (count !== 1) throw new ShopError('APPLICATION_DECIDED')
}

/** A name has 999 codes; if this many are taken, hardly one is left. */
const CODE_TRIES = 200

async function createAccount(
  tx: Tx,
  deps: Pick<Deps, 'seal'>,
  { application, random, now }: { application: LockedApplication; random: () => number; now: Date },
) {
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

function newAccount(deps: Pick<Deps, 'seal'>, application: LockedApplication, now: Date) {
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
    // The approving admin sees the number, and nothing was earned before.
    ...(application.isVatRegistered && { vatChangedAt: now, vatReviewedAt: now }),
    phoneNumber: application.phoneNumber,
    phoneKnownBefore: application.phoneNumber,
    // Sealed again: a seal is bound to its row.
    ...refererBankColumns(deps, id, bank),
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
