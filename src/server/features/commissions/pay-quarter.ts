import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { nudgeMail } from '#server/features/mail/queue-mail.ts'
import type { HeldReferer } from '#server/features/referers/hold-referer.ts'
import { holdReferers } from '#server/features/referers/hold-referers.ts'
import { refuseUnreviewedBank } from '#server/features/referers/refuse-unreviewed-bank.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { type Pence, pence, sumPence } from '#shared/money.ts'
import { payPayout } from './pay-payout.ts'
import { findPayoutsForPaper, type PaperPayout } from './queries.ts'
import { sumEntriesOf } from './queries-payout-run.ts'
import { isVatOutdated, remakeForVat } from './remake-payout.ts'

type PayDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'queue' | 'seal' | 'log'>

export type QuarterPayment = {
  quarterYear: string
  /** Exactly these; doubles count once. */
  payoutIds: readonly string[]
  /** What the admin saw as their sum. */
  totalPence: Pence
  adminId: string
}

/** A thousand payouts are a few thousand statements. */
const TIMEOUT_MS = 120_000

/**
 * Marks the payouts of a quarter paid, all of them or none, each with its number and mail as `markPaid` does it. Done
 * again it changes nothing: those that are paid already count into the sum and stay as they are.
 *
 * @throws ShopError PAYOUT_NOT_FOUND, PAYOUT_VOID with the reason, BANK_CHANGE_UNREVIEWED; CONFLICT where their sum
 * is not what the admin saw, or where a registration for VAT changed, whose payouts were then made again
 */
export async function payQuarter(
  deps: PayDeps,
  payment: QuarterPayment,
): Promise<{ paid: number; totalPence: Pence }> {
  const { quarterYear, payoutIds, totalPence, adminId } = payment
  const ids = [...new Set(payoutIds)]
  const owners = await deps.db.payout.findMany({
    where: { id: { in: ids }, quarter: quarterYear },
    select: { refererId: true },
  })
  if (owners.length !== ids.length) throw new ShopError('PAYOUT_NOT_FOUND')

  const result = await deps.db.$transaction(
    async (tx) => {
      const held = await holdReferers(
        tx,
        owners.map(({ refererId }) => refererId),
      )
      const payouts = await findPayoutsForPaper(tx, ids)
      refuseOther(payouts, totalPence)
      const pending = payouts.filter(({ status }) => status === 'pending')
      for (const { referer } of pending) refuseUnreviewedBank(referer)
      if (await remakeChanged(tx, deps, { pending, held })) return 'remade'
      return payAll(tx, deps, { pending, adminId })
    },
    { timeout: TIMEOUT_MS },
  )
  if (result === 'remade') throw new ShopError('CONFLICT')
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

async function remakeChanged(
  tx: Prisma.TransactionClient,
  deps: PayDeps,
  { pending, held }: { pending: readonly PaperPayout[]; held: ReadonlyMap<string, HeldReferer> },
): Promise<boolean> {
  const changed = pending.filter((payout) =>
    isVatOutdated(payout, held.get(payout.refererId)?.isVatRegistered),
  )
  for (const payout of changed) await remakeForVat(tx, { payout, now: deps.clock.now() })
  return changed.length > 0
}

async function payAll(
  tx: Prisma.TransactionClient,
  deps: PayDeps,
  { pending, adminId }: { pending: readonly PaperPayout[]; adminId: string },
) {
  const paidAt = deps.clock.now()
  const sums = await sumEntriesOf(
    tx,
    pending.map(({ id }) => id),
  )
  const outboxIds: (string | null)[] = []
  for (const payout of pending) {
    outboxIds.push(await payPayout(tx, deps, { payout, paidAt, adminId, sums: sums.get(payout.id) ?? [] }))
  }
  return { outboxIds, totalPence: sumOf(pending) }
}
