import type { Deps } from '#server/deps.ts'
import { reverseCommission } from '#server/features/commissions/commissions.ts'
import { restoreEntitlements, revokeEntitlements } from '#server/features/entitlements/entitlements.ts'
import { settleRequests } from '#server/features/refund-requests/requests.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { addPence, type Pence, subtractPence, sumPence, zeroPence } from '#shared/money/money.ts'
import { vatRateAt } from '#shared/money/vat-rates.ts'
import { type Credit, splitCredit } from '#shared/refunds/split-credit.ts'
import { mailReversals, type ReversedCredit, reverseCredits, writeCreditNote } from './credit-notes.ts'
import { findPaidOrder, type OrderMovement, type PaidOrder } from './paid-order.ts'
import { creditsFor } from './refund-rules.ts'

type CreditDeps = Pick<Deps, 'clock' | 'config' | 'seal'>
type NewCredit = { movement: OrderMovement; credit: Credit }

/**
 * Step: credits what refunds and disputes took, or reverses it: credit notes, entitlements, commission and mails
 * (docs/refunds.md). It compares what was taken with what stands credited, so a second run changes nothing. Returns
 * outbox message ids. The caller holds the lock on the student's row.
 */
export async function creditRefunds(
  tx: Prisma.TransactionClient,
  deps: CreditDeps,
  orderId: string,
): Promise<string[]> {
  const before = await findPaidOrder(tx, orderId)
  if (!before) return []
  const targets = creditsFor(before.order.totalPence, before.movements)
  const targetOf = ({ id }: OrderMovement) => targets.get(id) ?? zeroPence

  const reversed: ReversedCredit[] = []
  let creditedPence = sumPence(before.movements.map((movement) => movement.creditedPence))
  const tooMuch = before.movements.filter((movement) => targetOf(movement) < movement.creditedPence)
  for (const movement of tooMuch) {
    await clearCredit(tx, movement)
    reversed.push(...(await reverseCredits(tx, deps, { orderId, cause: movement.cause })))
    creditedPence = subtractPence(creditedPence, movement.creditedPence)
    await updateCommission(tx, deps, { paid: before, movement, creditedPence })
  }

  const credits = await writeCredits(tx, await getPaidOrder(tx, orderId), targetOf)
  const paid = await getPaidOrder(tx, orderId)
  const { hasOpened, closedVideoIds } = await updateEntitlements(tx, deps, paid)
  const mails = await mailReversals(tx, deps, { paid, reversed, hasAccessOpened: hasOpened })
  for (const { movement, credit } of credits) {
    const hasAccessEnded = closedVideoIds.length > 0
    mails.push(await writeCreditNote(tx, deps, { paid, movement, credit, hasAccessEnded }))
    creditedPence = addPence(creditedPence, credit.grossPence)
    await updateCommission(tx, deps, { paid, movement, creditedPence })
  }
  return mails.filter((id) => id !== null)
}

/**
 * Step: revokes the entitlements of refunded lines, restores all others, and settles what was asked back. Returns whether any
 * opened, and the videos that closed.
 */
export async function updateEntitlements(
  tx: Prisma.TransactionClient,
  { clock }: Pick<Deps, 'clock'>,
  { order, refundedLineIds }: PaidOrder,
): Promise<{ hasOpened: boolean; closedVideoIds: number[] }> {
  const now = clock.now()
  const hasOpened = await restoreEntitlements(tx, { orderId: order.id, exceptLineIds: refundedLineIds, now })
  const { studentId } = order
  await settleRequests(tx, { clock }, { orderId: order.id, lineIds: refundedLineIds })
  return {
    hasOpened,
    closedVideoIds: await revokeEntitlements(tx, { studentId, lineIds: refundedLineIds, now }),
  }
}

async function getPaidOrder(tx: Prisma.TransactionClient, orderId: string): Promise<PaidOrder> {
  const paid = await findPaidOrder(tx, orderId)
  if (!paid) throw new Error(`Order ${orderId} is not paid any more`)
  return paid
}

/** Adds to each row what is still to be credited. Only a refund names lines. */
async function writeCredits(
  tx: Prisma.TransactionClient,
  { order, payment, movements, credited }: PaidOrder,
  targetOf: (movement: OrderMovement) => Pence,
): Promise<NewCredit[]> {
  const credits: NewCredit[] = []
  let before = credited
  for (const movement of movements) {
    const amountPence = subtractPence(targetOf(movement), movement.creditedPence)
    if (amountPence <= 0) continue
    const refund = payment.refunds.find(({ id }) => id === movement.cause.refundId)
    const named = new Set(refund?.lines.map(({ orderLineId }) => orderLineId))
    const lines = order.lines.filter(({ id }) => named.has(id))
    const credit = splitCredit({ order, before, amountPence, lines })
    await addCredit(tx, movement, credit)
    before = {
      grossPence: addPence(before.grossPence, credit.grossPence),
      vatPence: addPence(before.vatPence, credit.vatPence),
    }
    credits.push({ movement, credit })
  }
  return credits
}

async function addCredit(
  tx: Prisma.TransactionClient,
  { cause }: OrderMovement,
  credit: Credit,
): Promise<void> {
  const data = {
    creditedPence: { increment: credit.grossPence },
    vatPence: { increment: credit.vatPence },
  }
  await updateRow(tx, cause, data)
}

async function clearCredit(tx: Prisma.TransactionClient, { cause }: OrderMovement): Promise<void> {
  await updateRow(tx, cause, { creditedPence: 0, vatPence: 0 })
}

async function updateRow(
  tx: Prisma.TransactionClient,
  { refundId, disputeId }: OrderMovement['cause'],
  data: Pick<
    Prisma.RefundUncheckedUpdateInput & Prisma.DisputeUncheckedUpdateInput,
    'creditedPence' | 'vatPence'
  >,
): Promise<void> {
  if (refundId !== null) await tx.refund.update({ where: { id: refundId }, data, select: { id: true } })
  if (disputeId !== null) await tx.dispute.update({ where: { id: disputeId }, data, select: { id: true } })
}

async function updateCommission(
  tx: Prisma.TransactionClient,
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  { paid, movement, creditedPence }: { paid: PaidOrder; movement: OrderMovement; creditedPence: Pence },
): Promise<void> {
  const now = clock.now()
  await reverseCommission(tx, {
    orderId: paid.order.id,
    orderTotalPence: paid.order.totalPence,
    returnedPence: creditedPence,
    cause: movement.cause,
    now,
    vatRate: vatRateAt(config.payoutVatRates, now),
  })
}
