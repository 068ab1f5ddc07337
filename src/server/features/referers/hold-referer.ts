import type { Prisma } from '#server/infra/prisma/client.ts'

export type HeldReferer = { isVatRegistered: boolean; endedAt: Date | null }

/**
 * Step: holds the row of a referer until the transaction ends; null where there is none. Whatever moves a referer's
 * money or details holds it first, so that it happens one after the other. Sales go on: they only point at the row.
 */
export async function holdReferer(
  tx: Prisma.TransactionClient,
  refererId: string,
): Promise<HeldReferer | null> {
  const [row] = await tx.$queryRaw<HeldReferer[]>`
    select "isVatRegistered", "endedAt" from "Referer" where "id" = ${refererId} for no key update`
  return row ?? null
}
