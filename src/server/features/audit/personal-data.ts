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

/** Step: that something was done, when and by whom stays on record; what it said about the student does not. */
export async function eraseAudit(tx: Prisma.TransactionClient, studentId: string): Promise<void> {
  await tx.auditEntry.updateMany({
    where: { subjectKind: 'student', subjectId: studentId },
    data: { details: {} },
  })
}

const addressChange = z.object({ from: z.string() })

/** The addresses a student had before: what was mailed there is theirs as well. */
export async function findFormerAddresses(
  db: Pick<Prisma.TransactionClient, 'auditEntry'>,
  studentId: string,
): Promise<string[]> {
  const entries = await db.auditEntry.findMany({
    where: { subjectKind: 'student', subjectId: studentId, action: 'student.emailChanged' },
    take: MOST,
    select: { details: true },
  })
  return entries.flatMap(({ details }) => {
    const change = addressChange.safeParse(details)
    return change.success ? [change.data.from] : []
  })
}
