import type { Deps, Tx } from '#server/deps.ts'
import { suppressAddress } from '#server/features/mail/suppressions.ts'
import { hashToken, newToken } from '#server/infra/ids.ts'
import { findLinkReader } from './queries.ts'

/** The state of a link. `unknown`: no mail ever had it, or its owner was erased. */
export type LinkState = { state: 'open' | 'done'; address: string } | { state: 'unknown' }

/** Reads a link for the confirmation page. Changes nothing. */
export async function readLink(deps: Pick<Deps, 'db'>, token: string): Promise<LinkState> {
  const reader = await findLinkReader(deps, hashToken(token))
  if (!reader) return { state: 'unknown' }
  const { address, addressKey } = reader
  const isSuppressed = await deps.db.suppression.count({ where: { addressKey } })
  return { state: isSuppressed > 0 ? 'done' : 'open', address }
}

/** Suppresses the recipient's address (RFC 8058). Repeated calls change nothing. */
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

/** Step: creates a link in a reminder, by which the student stops such mail without signing in. */
export async function createUnsubscribeLink(
  tx: Tx,
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

/** The URL of a token: GET shows a confirmation page, POST unsubscribes (RFC 8058). */
export function unsubscribeUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/api/unsubscribe/${token}`
}
