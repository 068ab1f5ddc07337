import type { Tx } from '#server/deps.ts'
import { keyOf } from '#shared/text/text-key.ts'

export type SuppressInput = {
  address: string
  reason: 'unsubscribed' | 'bounced' | 'complained'
  /** The mail server's message, or where the user opted out. */
  detail: string | null
  now: Date
}

const DETAIL_LENGTH = 500

/**
 * Step: suppresses an address: it gets no campaign, only mail about its owner's own business. The first reason stays,
 * except that a complaint replaces it.
 */
export async function suppressAddress(
  tx: Tx,
  { address, reason, detail, now }: SuppressInput,
): Promise<void> {
  const addressKey = keyOf(address)
  const data = { reason, detail: detail?.slice(0, DETAIL_LENGTH) ?? null, createdAt: now }
  const { count } = await tx.suppression.createMany({ data: { addressKey, ...data }, skipDuplicates: true })
  if (count === 0 && reason === 'complained') {
    await tx.suppression.updateMany({ where: { addressKey, reason: { not: 'complained' } }, data })
  }
}

/** Step: removes an unsubscribe suppression because the address's owner asks for news again. Bounces stay. */
export async function deleteUnsubscribe(tx: Tx, address: string): Promise<void> {
  await tx.suppression.deleteMany({
    where: { addressKey: keyOf(address), reason: 'unsubscribed' },
  })
}
