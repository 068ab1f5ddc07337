import type { Prisma } from '#server/infra/prisma/client.ts'
import { keyOf } from '#shared/text/text-key.ts'

export type SuppressInput = {
  address: string
  reason: 'unsubscribed' | 'bounced' | 'complained'
  /** The mail server's words, or where it was said. */
  detail: string | null
  now: Date
}

const DETAIL_LENGTH = 500

/**
 * Step: from now on no mailing goes to an address; mail about its owner's own business still does. What was noted
 * first stays, but a complaint weighs more than the rest.
 */
export async function suppressAddress(
  tx: Prisma.TransactionClient,
  { address, reason, detail, now }: SuppressInput,
): Promise<void> {
  const addressKey = keyOf(address)
  const data = { reason, detail: detail?.slice(0, DETAIL_LENGTH) ?? null, createdAt: now }
  const { count } = await tx.suppression.createMany({ data: { addressKey, ...data }, skipDuplicates: true })
  if (count === 0 && reason === 'complained') {
    await tx.suppression.updateMany({ where: { addressKey, reason: { not: 'complained' } }, data })
  }
}

/** Step: lets news reach an address again that had unsubscribed, because its owner says so. Bounces stay. */
export async function takeBackRefusal(tx: Prisma.TransactionClient, address: string): Promise<void> {
  await tx.suppression.deleteMany({
    where: { addressKey: keyOf(address), reason: 'unsubscribed' },
  })
}
