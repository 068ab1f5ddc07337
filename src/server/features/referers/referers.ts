import type { Deps, Tx } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { recordAudit } from '#server/features/audit/audit-entries.ts'
import { enqueueOutbox, queueMail } from '#server/features/mail/outbox.ts'
import { newId } from '#server/infra/ids.ts'
import { percentToBasisPoints } from '#shared/money/rates.ts'
import type { CreateRefererInput } from '#shared/schemas/admin.ts'
import { keyOf } from '#shared/text/text-key.ts'

/**
 * Creates a referer without an application, and mails them their code. An admin chose the password, which no mail holds,
 * so the portal asks for another at the first sign-in.
 *
 * @throws ShopError REFERRAL_CODE_TAKEN, REFERER_EMAIL_TAKEN
 */
export async function createReferer(
  deps: Pick<Deps, 'db' | 'clock' | 'passwords' | 'seal' | 'config' | 'queue' | 'log'>,
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
  const outboxId = await deps.db.$transaction(async (tx) => {
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
    return queueMail(tx, deps, {
      template: 'referer-added',
      to: contactEmail,
      props: {
        name,
        referralCode,
        discountPercent: input.discountPercentage,
        commissionPercent: input.commissionPercentage,
      },
    })
  })
  await enqueueOutbox(deps, [outboxId])
  return { id: referer.id, name, referralCode }
}

/**
 * Step: refuses an address of another active referer. Its lock lasts until the transaction ends, so that simultaneous
 * requests for one address follow each other.
 *
 * @throws ShopError REFERER_EMAIL_TAKEN
 */
export async function claimEmail(
  tx: Tx,
  { emailKey, refererId }: { emailKey: string; refererId: string },
): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`referer:${emailKey}`}, 0))`
  const taken = await tx.referer.count({
    where: { contactEmailKey: emailKey, endedAt: null, id: { not: refererId } },
  })
  if (taken > 0) throw new ShopError('REFERER_EMAIL_TAKEN')
}

export type LockedReferer = { isVatRegistered: boolean; endedAt: Date | null }

/**
 * Step: locks the row of a referer until the transaction ends; null where there is none. Every change of their money or
 * details locks it first. Sales do not wait, since they only refer to the row.
 */
export async function lockReferer(tx: Tx, refererId: string): Promise<LockedReferer | null> {
  const [row] = await tx.$queryRaw<LockedReferer[]>`
    select "isVatRegistered", "endedAt" from "Referer" where "id" = ${refererId} for no key update`
  return row ?? null
}

/** Step: locks many referers in the order of their ids, which rules out deadlocks. Returns them by id. */
export async function lockReferers(
  tx: Tx,
  refererIds: readonly string[],
): Promise<Map<string, LockedReferer>> {
  const rows = await tx.$queryRaw<(LockedReferer & { id: string })[]>`
    select "id", "isVatRegistered", "endedAt" from "Referer"
    where "id" = any(${[...refererIds]}::text[]) order by "id" for no key update`
  return new Map(rows.map(({ id, ...locked }) => [id, locked]))
}

/** Step: locks the row of a referer until the transaction ends. True while they are active and have this password. */
export async function lockRefererWithPassword(
  tx: Tx,
  { refererId, passwordHash }: { refererId: string; passwordHash: string },
): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    select 1 from "Referer"
    where "id" = ${refererId} and "passwordHash" = ${passwordHash} and "endedAt" is null
    for no key update`
  return rows.length === 1
}

/** Step: ends a referer's account, once. Code, sign-in and reset tokens require a referer who has not ended. */
export async function markRefererEnded(
  tx: Tx,
  { refererId, now }: { refererId: string; now: Date },
): Promise<void> {
  const { count } = await tx.referer.updateMany({
    where: { id: refererId, endedAt: null },
    data: { endedAt: now },
  })
  if (count !== 1) throw new ShopError('REFERER_ENDED')
}
