import type { Prisma } from '#server/infra/prisma/client.ts'

/** Step: notes a no to news by email with its time (PECR reg. 22). The caller holds the student's row. */
export async function refuseNews(
  tx: Prisma.TransactionClient,
  { studentId, now }: { studentId: string; now: Date },
): Promise<void> {
  await tx.student.updateMany({ where: { id: studentId, erasedAt: null }, data: { newsOptOutAt: now } })
}
