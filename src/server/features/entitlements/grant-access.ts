import { newId } from '#server/infra/ids.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import type { CatalogueTerms } from '#shared/catalog/catalog.ts'
import { expiresAt } from './entitlement-term.ts'

type PaidOrder = {
  id: string
  studentId: string
  isBundle: boolean
  terms: Pick<CatalogueTerms, 'singleMonths' | 'bundleMonths'>
  lines: readonly { id: string; videoId: number }[]
}

/** Step: opens every video of a paid order, from now for as long as the order's frozen terms say. */
export async function grantAccess(
  tx: Prisma.TransactionClient,
  { order, paidAt }: { order: PaidOrder; paidAt: Date },
): Promise<{ videoId: number; expiresAt: Date }[]> {
  const closesAt = expiresAt({ boughtAt: paidAt, isBundle: order.isBundle, terms: order.terms })
  await tx.entitlement.createMany({
    data: order.lines.map((line) => ({
      id: newId(paidAt),
      studentId: order.studentId,
      videoId: line.videoId,
      orderId: order.id,
      orderLineId: line.id,
      isBundle: order.isBundle,
      startsAt: paidAt,
      expiresAt: closesAt,
    })),
  })
  return order.lines.map((line) => ({ videoId: line.videoId, expiresAt: closesAt }))
}
