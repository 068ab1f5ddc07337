import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { recordAudit } from '#server/features/audit/audit-entries.ts'
import { addCalendarMonths } from '#shared/calendar/calendar.ts'

/** An agreement has a start and an end, and is renewed after a year (VAT Notice 700/62, section 3). */
const MONTHS = 12

/** The term of a self-billing agreement that starts now. */
export function selfBillingTerm(now: Date): { selfBillingFrom: Date; selfBillingUntil: Date } {
  return { selfBillingFrom: now, selfBillingUntil: addCalendarMonths(now, MONTHS) }
}

/**
 * Makes or renews the self-billing agreement of a referer (VAT Notice 700/62, section 3). Returns its end.
 *
 * @throws ShopError NOT_SIGNED_IN once ended
 */
export async function acceptSelfBilling(
  deps: Pick<Deps, 'db' | 'clock'>,
  refererId: string,
): Promise<{ selfBillingUntil: Date }> {
  const term = selfBillingTerm(deps.clock.now())
  await deps.db.$transaction(async (tx) => {
    const { count } = await tx.referer.updateMany({ where: { id: refererId, endedAt: null }, data: term })
    if (count === 0) throw new ShopError('NOT_SIGNED_IN')
    await recordAudit(tx, deps, {
      actor: { kind: 'referer', id: refererId },
      action: 'referer.selfBillingAccepted',
      subject: { kind: 'referer', id: refererId },
      details: { until: term.selfBillingUntil.toISOString() },
    })
  })
  return { selfBillingUntil: term.selfBillingUntil }
}

type Agreement = { selfBillingFrom: Date | null; selfBillingUntil: Date | null }

/** Whether a self-billing agreement is in force at a moment. */
export function isSelfBilling({ selfBillingFrom, selfBillingUntil }: Agreement, at: Date): boolean {
  if (selfBillingFrom === null || selfBillingFrom > at) return false
  return selfBillingUntil === null || at < selfBillingUntil
}

type VatStatus = { isVatRegistered: boolean; vatNumber: string | null }

/**
 * The columns of the agreement when details change: with another VAT number, or without one, it ends and a new one is
 * needed (VAT Notice 700/62, section 3).
 */
export function endSelfBilling(
  before: VatStatus & Agreement,
  after: VatStatus,
  now: Date,
): { selfBillingUntil?: Date } {
  const isSame = before.isVatRegistered === after.isVatRegistered && before.vatNumber === after.vatNumber
  return isSame || !isSelfBilling(before, now) ? {} : { selfBillingUntil: now }
}
