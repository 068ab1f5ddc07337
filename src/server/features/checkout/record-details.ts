import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { optOutOfNews } from '#server/features/accounts/students.ts'
import { findNextTerms } from '#server/features/entitlements/entitlements.ts'
import { findOrder, lockStudentOfOrder } from '#server/features/orders/order-queries.ts'
import { Prisma } from '#server/infra/prisma/client.ts'
import { consentWordings, renewalConsentVersion } from '#shared/messages/checkout.ts'
import type { OrderDetailsInput } from '#shared/schemas/checkout.ts'

/**
 * Records in the open order what the buyer gives before paying: the consent to immediate access with its wording and
 * time (Consumer Contracts Regulations 2013, reg. 37), and the details for the invoice, which replace earlier ones.
 *
 * @throws ShopError ORDER_NOT_FOUND for another student's order, ORDER_NOT_OPEN once it is paid or cancelled,
 *   CONSENT_REQUIRED where the wording is that of another kind of order
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
    if (!(await isWordingFor(tx, { orderId, version: consent.wordingVersion, now }))) {
      throw new ShopError('CONSENT_REQUIRED')
    }
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

/**
 * Whether a wording is that of an order: the one for renewals where a line renews a video, or did when the order was made;
 * the old term may end between the page and the payment.
 */
async function isWordingFor(
  tx: Prisma.TransactionClient,
  { orderId, version, now }: { orderId: string; version: string; now: Date },
): Promise<boolean> {
  const order = await findOrder(tx, orderId)
  if (order?.status !== 'open') return true
  const hasRenewal = async (boughtAt: Date) => {
    const terms = await findNextTerms(tx, { ...order, terms: order, boughtAt })
    return terms.some(({ startsAt }) => startsAt > boughtAt)
  }
  if (version === renewalConsentVersion) return (await hasRenewal(now)) || hasRenewal(order.createdAt)
  return !(await hasRenewal(now))
}

function wordingOf(version: string): string {
  const wording = Object.entries(consentWordings).find(([known]) => known === version)?.[1]
  if (wording === undefined) throw new ShopError('CONSENT_REQUIRED')
  return wording
}
