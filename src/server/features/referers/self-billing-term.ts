import { addCalendarMonths } from '#shared/calendar/calendar.ts'

/** An agreement has a start and an end (VAT Notice 700/62, section 3); after a year it is looked at again. */
const MONTHS = 12

/** The term of a self-billing agreement that begins now. */
export function selfBillingTerm(now: Date): { selfBillingFrom: Date; selfBillingUntil: Date } {
  return { selfBillingFrom: now, selfBillingUntil: addCalendarMonths(now, MONTHS) }
}

type Agreement = { selfBillingFrom: Date | null; selfBillingUntil: Date | null }

/** Whether a self-billing agreement is in force at a moment. */
export function isSelfBilling({ selfBillingFrom, selfBillingUntil }: Agreement, at: Date): boolean {
  if (selfBillingFrom === null || selfBillingFrom > at) return false
  return selfBillingUntil === null || at < selfBillingUntil
}

type VatStatus = { isVatRegistered: boolean; vatNumber: string | null }

/**
 * What becomes of an agreement when details change: with another VAT number, or none, it ends and a new one has to
 * be made (VAT Notice 700/62, section 3).
 */
export function endSelfBilling(
  before: VatStatus & Agreement,
  after: VatStatus,
  now: Date,
): { selfBillingUntil?: Date } {
  const isSame = before.isVatRegistered === after.isVatRegistered && before.vatNumber === after.vatNumber
  return isSame || !isSelfBilling(before, now) ? {} : { selfBillingUntil: now }
}
