import type { Deps } from '#server/deps.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { type LinkOwner, voidLinks } from './void-links.ts'

/**
 * Step: ends every session of a person, and every link that waits in a mailbox, after a new password or address or
 * when they are shut out: what opens a session later must not outlive the sessions. Change the person's own row
 * first in the same transaction: a sign-in that is under way waits for it and is then refused. One session may be kept.
 */
export async function closeSessions(
  tx: Prisma.TransactionClient,
  deps: Pick<Deps, 'clock'>,
  owner: LinkOwner,
  keptSessionId: string | null = null,
): Promise<void> {
  await voidLinks(tx, deps, owner)
  await tx.session.updateMany({
    where: { ...owner, revokedAt: null, ...(keptSessionId === null ? {} : { id: { not: keptSessionId } }) },
    data: { revokedAt: deps.clock.now() },
  })
}
