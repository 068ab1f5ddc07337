import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { nudgeMail } from '#server/features/mail/outbox.ts'
import { refuseUnreviewedBank } from '#server/features/referers/bank-details.ts'
import { lockReferers } from '#server/features/referers/referers.ts'
import { refuseUnreviewedVat } from '#server/features/referers/vat-registration.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { type Pence, pence, sumPence } from '#shared/money/money.ts'
import { notLater, payPayout } from './pay-payout.ts'
import { findPayoutsForPaper, type PaperPayout } from './queries.ts'
import { sumEntriesOf } from './queries-payout-run.ts'

type PayDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'queue' | 'seal' | 'log'>

export type QuarterPayment = {
  quarterYear: string
  /** Exactly these; doubles count once. */
  payoutIds: readonly string[]
  /** What the admin saw as their sum. */
  totalPence: Pence
  /** When the bank sent it; null and anything later than now mean now. */
  paidAt: Date | null
  adminId: string
}

/** A thousand payouts are a few thousand statements. */
const TIMEOUT_MS = 120_000

/**
 * Marks payouts of a quarter that a bank file names as paid, all of them or none, each with its number and mail as
 * `markPaid` does it. Done again it changes nothing: those that are paid already count into the sum and stay as they are.
 *
 * @throws ShopError PAYOUT_NOT_FOUND, PAYOUT_VOID with the reason, BANK_CHANGE_UNREVIEWED, VAT_CHANGE_UNREVIEWED,
 * PAYOUT_NOT_IN_FILE; CONFLICT where their sum is not what the admin saw
 */
export async function payQuarter(
  deps: PayDeps,
  payment: QuarterPayment,
): Promise<{ paid: number; totalPence: Pence }> {
  const { quarterYear, payoutIds, totalPence, paidAt, adminId } = payment
  const ids = [...new Set(payoutIds)]
  const owners = await deps.db.payout.findMany({
    where: { id: { in: ids }, quarter: quarterYear },
    select: { refererId: true },
  })
  if (owners.length !== ids.length) throw new ShopError('PAYOUT_NOT_FOUND')

  const result = await deps.db.$transaction(
    async (tx) => {
      await lockReferers(
        tx,
        owners.map(({ refererId }) => refererId),
      )
      const payouts = await findPayoutsForPaper(tx, ids)
      refuseOther(payouts, totalPence)
      const pending = payouts.filter(({ status }) => status === 'pending')
      for (const payout of pending) {
        refuseUnreviewedBank(payout.referer)
        refuseUnreviewedVat(payout)
      }
      return payAll(tx, deps, { pending, paidAt: notLater(paidAt, deps.clock.now()), adminId })
    },
    { timeout: TIMEOUT_MS },
  )
  await nudgeMail(deps, result.outboxIds)
  return { paid: result.outboxIds.length, totalPence: result.totalPence }
}

/** What was seen is what is paid: no payout made again meanwhile, and the same sum. */
function refuseOther(payouts: readonly PaperPayout[], totalPence: Pence): void {
  const void_ = payouts.find(({ status }) => status === 'void')
  if (void_) throw new ShopError('PAYOUT_VOID', { reason: void_.voidReason })
  if (sumOf(payouts) !== totalPence) throw new ShopError('CONFLICT')
}

function sumOf(payouts: readonly PaperPayout[]): Pence {
  return sumPence(payouts.map((payout) => pence(payout.totalPence)))
}

async function payAll(
  tx: Prisma.TransactionClient,
  deps: PayDeps,
  { pending, paidAt, adminId }: { pending: readonly PaperPayout[]; paidAt: Date; adminId: string },
) {
  const payment = { paidAt, how: 'bankFile', note: null } as const
  const sums = await sumEntriesOf(
    tx,
    pending.map(({ id }) => id),
  )
  const outboxIds: (string | null)[] = []
  for (const payout of pending) {
    outboxIds.push(await payPayout(tx, deps, { payout, payment, adminId, sums: sums.get(payout.id) ?? [] }))
  }
  return { outboxIds, totalPence: sumOf(pending) }
}
