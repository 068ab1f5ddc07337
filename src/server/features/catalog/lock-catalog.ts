import type { Prisma } from '#server/infra/prisma/client.ts'

/**
 * Step: holds the catalogue until the transaction ends. Prices and the saving of a collection are judged together, and
 * files are put in each other's place: two changes at once come one after the other.
 */
export async function lockCatalog(tx: Prisma.TransactionClient): Promise<void> {
  await tx.$queryRaw`select 1 from "CatalogTerms" where "id" = 1 for update`
}
