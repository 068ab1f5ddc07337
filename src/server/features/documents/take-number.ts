import type { Prisma } from '#server/infra/prisma/client.ts'

/** The series of numbered papers; their counter rows and prefixes come with the schema. */
export type SeriesKey = 'invoice' | 'creditNote' | 'payout'

/**
 * Step: takes the next number of a series by locking its one counter row until the transaction ends, so that
 * numbers are unique and have no gaps (VAT Regulations 1995, reg. 14(1)(a)). Call it as late as possible:
 * everybody who needs a number waits for this row.
 */
export async function takeNumber(
  tx: Prisma.TransactionClient,
  series: SeriesKey,
): Promise<{ number: number; label: string }> {
  const { prefix, lastNumber } = await tx.documentSeries.update({
    where: { key: series },
    data: { lastNumber: { increment: 1 } },
    select: { prefix: true, lastNumber: true },
  })
  return { number: lastNumber, label: `${prefix}-${String(lastNumber).padStart(6, '0')}` }
}
