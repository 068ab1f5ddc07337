import type { Prisma } from '#server/infra/prisma/client.ts'

/**
 * Step: holds the row of the student whose order this is until the transaction ends, as fulfilment does first
 * too. What happens to the money and the access of one student happens one after the other.
 */
export async function lockOrder(tx: Prisma.TransactionClient, orderId: string): Promise<void> {
  await tx.$queryRaw`select s."id" from "Student" s join "Order" o on o."studentId" = s."id" where o."id" = ${orderId} for update of s`
}
