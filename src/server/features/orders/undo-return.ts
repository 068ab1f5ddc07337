import type { Deps } from '#server/deps.ts'
import { restoreAccess } from '#server/features/access/revoke-access.ts'
import { reverseCommission } from '#server/features/commissions/reverse-commission.ts'
import { cancelCreditNote } from '#server/features/papers/cancel-credit-note.ts'
import type { PaperCause } from '#server/features/papers/number-credit-note.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { readBooks } from './order-books.ts'

/**
 * Step: puts everything back after a refund failed or a lost dispute was won, whose row says so and credits
 * nothing any more: access up to its old end, the commission, and an invoice that cancels the credit note. The
 * caller holds the student's row.
 */
export async function undoReturn(
  tx: Prisma.TransactionClient,
  deps: Pick<Deps, 'clock'>,
  { orderId, cause }: { orderId: string; cause: PaperCause },
): Promise<void> {
  const now = deps.clock.now()
  const books = await readBooks(tx, orderId)
  if (!books) return

  await restoreAccess(tx, { orderId, exceptLineIds: books.returnedLineIds })

  await reverseCommission(tx, {
    orderId,
    orderTotalPence: books.order.totalPence,
    returnedPence: books.credited.grossPence,
    cause,
    now,
  })
  await cancelCreditNote(tx, { orderId, cause, issuedAt: now })
}
