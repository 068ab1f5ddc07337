import type { Deps } from '#server/deps.ts'

/** A player was closed: the stream it was is free at once, and need not run out (requirements §5). */
export async function leaveFilm(
  deps: Pick<Deps, 'db' | 'clock'>,
  { sessionId, playSession }: { sessionId: string; playSession: string },
): Promise<void> {
  await deps.db.mediaGrant.updateMany({
    where: { sessionId, playSession },
    data: { leftAt: deps.clock.now() },
  })
}
