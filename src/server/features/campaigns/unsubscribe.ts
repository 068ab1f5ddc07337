import type { Deps } from '#server/deps.ts'
import { suppressAddress } from '#server/features/mail/suppress-address.ts'
import { hashToken } from '#server/infra/ids.ts'
import { findLinkReader } from './queries-campaigns.ts'

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
