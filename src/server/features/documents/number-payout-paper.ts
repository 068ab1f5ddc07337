import { newId } from '#server/infra/ids.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { type PayoutFacts, payoutFactsSchema } from './pdf/payout-facts.ts'
import { takeNumber } from './take-number.ts'

type PaidPayout = { id: string; refererId: string; facts: Omit<PayoutFacts, 'number' | 'issuedAt'> }

/**
 * Step: numbers the paper of a payout at its first payment and freezes what it says. The database allows one for
 * each payout: paid a second time, it keeps the first (requirements §6).
 */
export async function numberPayoutPaper(
  tx: Prisma.TransactionClient,
  { payout, issuedAt }: { payout: PaidPayout; issuedAt: Date },
): Promise<{ documentId: string; label: string }> {
  const { number, label } = await takeNumber(tx, 'payout')
  const documentId = newId(issuedAt)
  await tx.document.create({
    data: {
      id: documentId,
      seriesKey: 'payout',
      number,
      label,
      kind: payout.facts.kind,
      payoutId: payout.id,
      refererId: payout.refererId,
      facts: payoutFactsSchema.parse({ ...payout.facts, number: label, issuedAt: issuedAt.toISOString() }),
      issuedAt,
    },
    select: { id: true },
  })
  return { documentId, label }
}
