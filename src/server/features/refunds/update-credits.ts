import type { Deps } from '#server/deps.ts'
import { reverseCommission } from '#server/features/commissions/reverse-commission.ts'
import { restoreAccess, revokeAccess } from '#server/features/entitlements/revoke-access.ts'
import { type OrderBooks, type OrderMovement, readBooks } from '#server/features/orders/order-books.ts'
import { creditsFor } from '#server/features/orders/refund-credits.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { addPence, type Pence, subtractPence, sumPence, zeroPence } from '#shared/money/money.ts'
import { type Credit, splitCredit } from '#shared/refunds/split-credit.ts'
import { creditReturn } from './credit-return.ts'
import { mailUndone, type Undone, undoReturn } from './undo-return.ts'

type CreditDeps = Pick<Deps, 'clock' | 'config' | 'seal'>
type Credited = { movement: OrderMovement; credit: Credit }

/**
 * Step: draws the consequences of what the bank did with the money of an order: credit notes, the end of access, the
 * commission and the mails (docs/refunds.md). It compares what went back with what is credited, so it can run at any
 * time and changes nothing the second time. Answers the mails' outbox rows; none for an order that was never
 * fulfilled. The caller holds the student's row.
 */
export async function updateCredits(
  tx: Prisma.TransactionClient,
  deps: CreditDeps,
  orderId: string,
): Promise<string[]> {
  const before = await readBooks(tx, orderId)
  if (!before) return []
  const targets = creditsFor(before.order.totalPence, before.movements)
  const targetOf = ({ id }: OrderMovement) => targets.get(id) ?? zeroPence

  const undone: Undone[] = []
  let creditedPence = sumPence(before.movements.map((movement) => movement.creditedPence))
  const tooMuch = before.movements.filter((movement) => targetOf(movement) < movement.creditedPence)
  for (const movement of tooMuch) {
    await clearCredit(tx, movement)
    undone.push(...(await undoReturn(tx, deps, { orderId, cause: movement.cause })))
    creditedPence = subtractPence(creditedPence, movement.creditedPence)
    await updateCommission(tx, deps, { books: before, movement, creditedPence })
  }

  const credits = await writeCredits(tx, await readBooksAgain(tx, orderId), targetOf)
  const books = await readBooksAgain(tx, orderId)
  const { hasOpened, closedVideoIds } = await updateAccess(tx, deps, books)
  const mails = await mailUndone(tx, deps, { books, undone, hasAccessOpened: hasOpened })
  for (const { movement, credit } of credits) {
    const hasAccessEnded = closedVideoIds.length > 0
    mails.push(await creditReturn(tx, deps, { books, movement, credit, hasAccessEnded }))
    creditedPence = addPence(creditedPence, credit.grossPence)
    await updateCommission(tx, deps, { books, movement, creditedPence })
  }
  return mails.filter((id) => id !== null)
}

/** Step: access is open but for the lines that went back. Answers whether any opened, and the videos that closed. */
export async function updateAccess(
  tx: Prisma.TransactionClient,
  { clock }: Pick<Deps, 'clock'>,
  { order, returnedLineIds }: OrderBooks,
): Promise<{ hasOpened: boolean; closedVideoIds: number[] }> {
  const now = clock.now()
  const hasOpened = await restoreAccess(tx, { orderId: order.id, exceptLineIds: returnedLineIds, now })
  const { studentId } = order
  return { hasOpened, closedVideoIds: await revokeAccess(tx, { studentId, lineIds: returnedLineIds, now }) }
}

async function readBooksAgain(tx: Prisma.TransactionClient, orderId: string): Promise<OrderBooks> {
  const books = await readBooks(tx, orderId)
  if (!books) throw new Error(`The books of order ${orderId} are gone`)
  return books
}

/** Writes down what each movement is credited with besides; a dispute names no line, nor does the rest of a refund. */
async function writeCredits(
  tx: Prisma.TransactionClient,
  { order, payment, movements, credited }: OrderBooks,
  targetOf: (movement: OrderMovement) => Pence,
): Promise<Credited[]> {
  const credits: Credited[] = []
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
  { clock }: Pick<Deps, 'clock'>,
  { books, movement, creditedPence }: { books: OrderBooks; movement: OrderMovement; creditedPence: Pence },
): Promise<void> {
  await reverseCommission(tx, {
    orderId: books.order.id,
    orderTotalPence: books.order.totalPence,
    returnedPence: creditedPence,
    cause: movement.cause,
    now: clock.now(),
  })
}
