import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { optOutOfNews } from '#server/features/accounts/students.ts'
import { lockStudentOfOrder } from '#server/features/orders/order-queries.ts'
import { Prisma } from '#server/infra/prisma/client.ts'
import { consentWordings } from '#shared/messages/checkout.ts'
import type { OrderDetailsInput } from '#shared/schemas/checkout.ts'

/**
 * Records in the open order what the buyer gives before paying: the consent to immediate access with its wording and
 * time (Consumer Contracts Regulations 2013, reg. 37), and the details for the invoice, which replace earlier ones.
 *
 * @throws ShopError ORDER_NOT_FOUND for another student's order, ORDER_NOT_OPEN once it is paid or cancelled
 */
export async function recordDetails(
  deps: Pick<Deps, 'db' | 'clock'>,
  { studentId, details }: { studentId: string; details: OrderDetailsInput },
): Promise<{ orderId: string }> {
  const { orderId, consent, buyer, noNews } = details
  const now = deps.clock.now()
  await deps.db.$transaction(async (tx) => {
    const order = await tx.order.findUnique({ where: { id: orderId }, select: { studentId: true } })
    if (order?.studentId !== studentId) throw new ShopError('ORDER_NOT_FOUND')
    await lockStudentOfOrder(tx, orderId)
    const { count } = await tx.order.updateMany({
      where: { id: orderId, status: 'open' },
      data: {
        consentWording: wordingOf(consent.wordingVersion),
        consentAt: now,
        buyer: buyer ?? Prisma.DbNull,
      },
    })
    if (count === 0) throw new ShopError('ORDER_NOT_OPEN')
    if (noNews) await optOutOfNews(tx, { studentId, now })
  })
  return { orderId }
}

function wordingOf(version: string): string {
  const wording = Object.entries(consentWordings).find(([known]) => known === version)?.[1]
  if (wording === undefined) throw new ShopError('CONSENT_REQUIRED')
  return wording
}
