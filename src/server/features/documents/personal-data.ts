import type { Deps } from '#server/deps.ts'

const MOST = 1_000

/**
 * A student's invoices and credit notes with everything on them (UK GDPR art. 15). An erasure leaves them as they
 * are: the shop has to keep copies for six years (Value Added Tax Act 1994, sch. 11 para. 6; VAT Regulations
 * 1995, reg. 31), and the right to erasure ends there (UK GDPR art. 17(3)(b)).
 */
export function exportDocuments(deps: Pick<Deps, 'db'>, studentId: string) {
  return deps.db.document.findMany({
    where: { studentId },
    orderBy: { issuedAt: 'asc' },
    take: MOST,
    select: { label: true, kind: true, orderId: true, issuedAt: true, details: true },
  })
}

/** Whether an erasure leaves documents of a student. */
export async function hasDocuments(db: Pick<Deps['db'], 'document'>, studentId: string): Promise<boolean> {
  return (await db.document.count({ where: { studentId } })) > 0
}
