import type { Deps } from '#server/deps.ts'
import { takeBackRefusal } from '#server/features/mail/take-back-refusal.ts'

/** Notes a yes or a no to news by email with its time (PECR reg. 22). A yes takes an earlier unsubscription back. */
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
    if (student && wantsNews) await takeBackRefusal(tx, student.email)
  })
  return { success: true }
}
