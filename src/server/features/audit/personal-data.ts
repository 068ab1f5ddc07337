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

/** Step: that something was done, when and by whom stays on record; what it said about the student does not. */
export async function eraseAudit(tx: Prisma.TransactionClient, studentId: string): Promise<void> {
  await tx.auditEntry.updateMany({
    where: { subjectKind: 'student', subjectId: studentId },
    data: { details: {} },
  })
}
