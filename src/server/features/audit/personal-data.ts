import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'

const MOST = 1_000

/** What was noted about changes to a student's account (UK GDPR art. 15); which admin made one is not told. */
export function exportAudit(deps: Pick<Deps, 'db'>, studentId: string) {
  return deps.db.auditEntry.findMany({
    where: { subjectKind: 'student', subjectId: studentId },
    orderBy: { at: 'asc' },
    take: MOST,
    select: { at: true, action: true, details: true },
  })
}

/** When and from where an account was signed in to, or not, and what was changed about getting in. */
export function exportSecurityEvents(deps: Pick<Deps, 'db'>, studentId: string) {
  return deps.db.securityEvent.findMany({
    where: { subjectKind: 'student', subjectId: studentId },
    orderBy: { id: 'desc' },
    take: MOST,
    select: { at: true, kind: true, address: true },
  })
}

/** Step: that something was done, when and by whom stays on record; what it said about the student does not. */
export async function eraseAudit(tx: Prisma.TransactionClient, studentId: string): Promise<void> {
  // The table refuses every other change (a trigger); the setting ends with the transaction.
  await tx.$executeRaw`select set_config('shop.erased_student', ${studentId}, true)`
  await tx.auditEntry.updateMany({
    where: { subjectKind: 'student', subjectId: studentId },
    data: { details: {} },
  })
  await tx.$executeRaw`select set_config('shop.erased_student', '', true)`
  // What happened to the account stays known for the 90 days; from where does not.
  await tx.securityEvent.updateMany({
    where: { subjectKind: 'student', subjectId: studentId },
    data: { address: null },
  })
}

const addressChange = z.object({ from: z.string(), askedAt: z.iso.datetime() })

export type AddressChange = { from: string; askedAt: Date; at: Date }

/** When a student left which address, the earliest first. */
export async function findAddressChanges(
  db: Pick<Prisma.TransactionClient, 'auditEntry'>,
  studentId: string,
): Promise<AddressChange[]> {
  const entries = await db.auditEntry.findMany({
    where: { subjectKind: 'student', subjectId: studentId, action: 'student.emailChanged' },
    orderBy: [{ at: 'asc' }, { id: 'asc' }],
    take: MOST,
    select: { at: true, details: true },
  })
  return entries.map(({ at, details }) => {
    const { from, askedAt } = addressChange.parse(details)
    return { from, askedAt: new Date(askedAt), at }
  })
}
