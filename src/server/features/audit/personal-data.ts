import { z } from 'zod'
import type { Deps, Tx } from '#server/deps.ts'

const MOST = 1_000

/** The audit entries about a student's account (UK GDPR art. 15), without the admins' names. */
export function exportAudit(deps: Pick<Deps, 'db'>, studentId: string) {
  return deps.db.auditEntry.findMany({
    where: { subjectKind: 'student', subjectId: studentId },
    orderBy: { at: 'asc' },
    take: MOST,
    select: { at: true, action: true, details: true },
  })
}

/** The security events of a student's account. */
export function exportSecurityEvents(deps: Pick<Deps, 'db'>, studentId: string) {
  return deps.db.securityEvent.findMany({
    where: { subjectKind: 'student', subjectId: studentId },
    orderBy: { id: 'desc' },
    take: MOST,
    select: { at: true, kind: true, address: true },
  })
}

/** Step: keeps that an act was done, when and by whom, and erases its details about the student. */
export async function eraseAudit(tx: Tx, studentId: string): Promise<void> {
  // A trigger refuses every other update; the setting ends with the transaction.
  await tx.$executeRaw`select set_config('shop.erased_student', ${studentId}, true)`
  await tx.auditEntry.updateMany({
    where: { subjectKind: 'student', subjectId: studentId },
    data: { details: {} },
  })
  await tx.$executeRaw`select set_config('shop.erased_student', '', true)`
  // The events stay for their 90 days, without the network address.
  await tx.securityEvent.updateMany({
    where: { subjectKind: 'student', subjectId: studentId },
    data: { address: null },
  })
}

const addressChange = z.object({
  from: z.string(),
  askedAt: z.iso.datetime(),
  wasVerified: z.boolean().default(true),
})

/** `wasVerified` is false for a mistyped address, which may be another person's. */
export type AddressChange = { from: string; askedAt: Date; at: Date; wasVerified: boolean }

/** The changes of a student's address, the earliest first. */
export async function findAddressChanges(db: Pick<Tx, 'auditEntry'>, studentId: string) {
  const entries = await db.auditEntry.findMany({
    where: { subjectKind: 'student', subjectId: studentId, action: 'student.emailChanged' },
    orderBy: [{ at: 'asc' }, { id: 'asc' }],
    take: MOST,
    select: { at: true, details: true },
  })
  return entries.map(({ at, details }) => {
    const { from, askedAt, wasVerified } = addressChange.parse(details)
    return { from, askedAt: new Date(askedAt), at, wasVerified }
  })
}
