import type { Deps } from '#server/deps.ts'

/** What was in the cart at registration, until it is taken over: the mail may be opened in another browser. */
export async function findKeptCart(deps: Pick<Deps, 'db'>, studentId: string): Promise<number[]> {
  const student = await deps.db.student.findUnique({
    where: { id: studentId },
    select: { cartVideoIds: true },
  })
  return student?.cartVideoIds ?? []
}

/** The browser has it now, or does not want it. */
export async function clearKeptCart(deps: Pick<Deps, 'db'>, studentId: string): Promise<void> {
  await deps.db.student.update({
    where: { id: studentId },
    data: { cartVideoIds: [] },
    select: { id: true },
  })
}
