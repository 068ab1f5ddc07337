import type { Deps, Tx } from '#server/deps.ts'
import { deleteUnsubscribe } from '#server/features/mail/suppressions.ts'
import type { BusinessInput } from '#shared/schemas/account.ts'

type LockedStudent = {
  username: string
  email: string
  emailKey: string
  verifiedAt: Date | null
  createdAt: Date
}

/** Step: locks a student's row until the transaction ends; null once erased. */
export async function lockStudent(tx: Tx, studentId: string): Promise<LockedStudent | null> {
  const rows = await tx.$queryRaw<LockedStudent[]>`
    select "username", "email", "emailKey", "verifiedAt", "createdAt" from "Student"
     where "id" = ${studentId} and "erasedAt" is null for update`
  return rows[0] ?? null
}

/**
 * Changes the details that later invoices start from. Issued invoices stay as they are (VAT Regulations 1995, reg. 14);
 * a personal account holds no business details.
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

/** Without a registration the number is not stored, since invoices would print it. */
export function vatNumberOf({
  isVatRegistered,
  vatNumber,
}: Pick<BusinessInput, 'isVatRegistered' | 'vatNumber'>): string | null {
  return isVatRegistered ? vatNumber : null
}

/** The columns of an account without a business. */
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

/** Stores a yes or a no to news by email with its time (PECR reg. 22). A yes also ends an earlier unsubscription. */
export async function changeNews(
  deps: Pick<Deps, 'db' | 'clock'>,
  { studentId, wantsNews }: { studentId: string; wantsNews: boolean },
): Promise<{ success: true }> {
  const now = deps.clock.now()
  await deps.db.$transaction(async (tx) => {
    const [student] = await tx.student.updateManyAndReturn({
      where: { id: studentId, erasedAt: null },
      data: wantsNews ? { newsOptInAt: now, newsOptOutAt: null } : { newsOptOutAt: now },
      select: { email: true },
    })
    if (student && wantsNews) await deleteUnsubscribe(tx, student.email)
  })
  return { success: true }
}

/** Step: stores a no to news by email with its time (PECR reg. 22). The caller has locked the student. */
export async function optOutOfNews(
  tx: Tx,
  { studentId, now }: { studentId: string; now: Date },
): Promise<void> {
  await tx.student.updateMany({ where: { id: studentId, erasedAt: null }, data: { newsOptOutAt: now } })
}
