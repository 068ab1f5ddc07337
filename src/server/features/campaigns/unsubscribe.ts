import type { Deps } from '#server/deps.ts'
import { suppressAddress } from '#server/features/mail/suppressions.ts'
import { hashToken, newToken } from '#server/infra/ids.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { findLinkReader } from './queries.ts'

/** What a link is good for: `unknown` was never in a mail of ours, or its owner has been erased. */
export type LinkState = { state: 'open' | 'done'; address: string } | { state: 'unknown' }

/** What the page asks before anybody has pressed anything; looking changes nothing. */
export async function readLink(deps: Pick<Deps, 'db'>, token: string): Promise<LinkState> {
  const reader = await findLinkReader(deps, hashToken(token))
  if (!reader) return { state: 'unknown' }
  const { address, addressKey } = reader
  const isSuppressed = await deps.db.suppression.count({ where: { addressKey } })
  return { state: isSuppressed > 0 ? 'done' : 'open', address }
}

/** No mailing goes to the reader of this mail any more (RFC 8058). As often as anybody presses. */
export async function unsubscribe(deps: Pick<Deps, 'db' | 'clock'>, token: string): Promise<LinkState> {
  const tokenHash = hashToken(token)
  const found = await readLink(deps, token)
  if (found.state === 'unknown') return found
  const now = deps.clock.now()
  await deps.db.$transaction(async (tx) => {
    await suppressAddress(tx, { address: found.address, reason: 'unsubscribed', detail: null, now })
    await tx.unsubscribeLink.updateMany({ where: { tokenHash, usedAt: null }, data: { usedAt: now } })
  })
  return { state: 'done', address: found.address }
}

/** Step: a link by which a student who is reminded of something refuses such mail without signing in. */
export async function createUnsubscribeLink(
  tx: Prisma.TransactionClient,
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  { studentId }: { studentId: string },
): Promise<string> {
  const token = newToken()
  await tx.unsubscribeLink.create({
    data: { tokenHash: hashToken(token), studentId, createdAt: clock.now() },
    select: { tokenHash: true },
  })
  return unsubscribeUrl(config.publicUrl, token)
}

/** Where one reader's token leads: a page that asks, and a POST that unsubscribes (RFC 8058). */
export function unsubscribeUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/api/unsubscribe/${token}`
}
