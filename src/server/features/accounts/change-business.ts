import type { Deps } from '#server/deps.ts'
import type { BusinessInput } from '#shared/schemas/account.ts'

/**
 * Changes what invoices to come start from. Invoices there are already stay as they were (VAT Regulations 1995,
 * reg. 14); a personal account keeps no business details.
 */
export async function changeBusiness(
  deps: Pick<Deps, 'db'>,
  { studentId, business }: { studentId: string; business: BusinessInput },
): Promise<{ success: true }> {
  await deps.db.student.updateMany({
    where: { id: studentId, erasedAt: null },
    data:
      business.accountType === 'business' ? { ...business, vatNumber: vatNumberOf(business) } : NO_BUSINESS,
  })
  return { success: true }
}

/** A number without registration is not kept: it would stand on invoices. */
export function vatNumberOf({
  isVatRegistered,
  vatNumber,
}: Pick<BusinessInput, 'isVatRegistered' | 'vatNumber'>): string | null {
  return isVatRegistered ? vatNumber : null
}

/** What is left of a business once there is none. */
export const NO_BUSINESS = {
  accountType: 'personal',
  businessName: null,
  businessNumber: null,
  isVatRegistered: false,
  vatNumber: null,
  businessAddressLine1: null,
  businessAddressLine2: null,
  businessCity: null,
  businessPostcode: null,
  businessCountry: null,
} as const
