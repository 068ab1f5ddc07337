import type { Deps } from '#server/deps.ts'
import type { BalanceTransactionDetails, StripePayoutDetails } from '#server/infra/stripe-balance.ts'
import { addDays } from '#shared/calendar/durations.ts'

export type BalanceDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'payments'>

/** How far a reading goes back behind the last one. */
const OVERLAP_DAYS = 1
/** A payout may fail within five business days of its arrival (Stripe API, payout.status), and its list may come late. */
const PAYOUT_DAYS = 30
/** Pages of a hundred transactions in one run; the next run reads the rest. */
const MOST_PAGES = 50

/** There is one row. */
const ID = 1

/** As `catchUpEvents`: everything up to `until` is stored, and `cursor` is the last one read on the way back from `target`. */
type Reading = { until: Date; target: Date; cursor: string | null }

/**
 * Reads what moved the balance at Stripe since the last reading, then the payouts. The mark moves only when a reading is
 * complete. A shop that never read begins with its first payment.
 */
export async function readStripeBalance(deps: BalanceDeps, { mostPages = MOST_PAGES } = {}): Promise<void> {
  let reading = await findReading(deps)
  const { until: since } = reading
  for (let turn = 0; turn < mostPages; turn++) {
    const page = await deps.payments.listBalanceTransactions({
      since: addDays(reading.until, -OVERLAP_DAYS),
      until: reading.target,
      after: reading.cursor,
    })
    if (page) await storeTransactions(deps, page.items, null)
    if (page && page.next === null) {
      await saveReading(deps, { until: reading.target, target: null, cursor: null })
      break
    }
    // Stripe does not know the cursor: the reading begins again where the last one ended.
    reading = page
      ? { ...reading, cursor: page.next }
      : { until: reading.until, target: deps.clock.now(), cursor: null }
    await saveReading(deps, reading)
  }
  await readPayouts(deps, since)
}

async function readPayouts(deps: BalanceDeps, since: Date): Promise<void> {
  let after: string | null = null
  do {
    const page = await deps.payments.listPayouts({
      since: addDays(since, -PAYOUT_DAYS),
      until: deps.clock.now(),
      after,
    })
    for (const payout of page.items) await storePayout(deps, payout)
    after = page.next
  } while (after !== null)
}

/** Reads one payout that an event told of, with what is in it. */
export async function readStripePayout(deps: BalanceDeps, payoutId: string): Promise<void> {
  const payout = await deps.payments.findPayout(payoutId)
  if (payout) await storePayout(deps, payout)
}

const STATUSES = {
  pending: 'pending',
  in_transit: 'inTransit',
  paid: 'paid',
  failed: 'failed',
  canceled: 'cancelled',
} as const

/** What is in it is read once, when Stripe says that the list is complete. */
async function storePayout(deps: BalanceDeps, payout: StripePayoutDetails): Promise<void> {
  const { payoutId: id, amountPence, isAutomatic, failure, createdAt, arrivesAt } = payout
  const row = { amountPence, status: STATUSES[payout.status], isAutomatic, failure, arrivesAt }
  const { listedAt } = await deps.db.stripePayout.upsert({
    where: { id },
    create: { id, createdAt, ...row },
    update: row,
    select: { listedAt: true },
  })
  if (listedAt !== null || !payout.isListed) return
  await storeTransactions(deps, await deps.payments.listPayoutTransactions(id), id)
  await deps.db.stripePayout.update({
    where: { id },
    data: { listedAt: deps.clock.now() },
    select: { id: true },
  })
}

/** A transaction never changes; only the payout that it goes with is known later. */
async function storeTransactions(
  { db }: Pick<Deps, 'db'>,
  transactions: readonly BalanceTransactionDetails[],
  payoutId: string | null,
): Promise<void> {
  await db.$transaction(async (tx) => {
    await tx.balanceTransaction.createMany({
      data: transactions.map(({ transactionId, ...transaction }) => ({ id: transactionId, ...transaction })),
      skipDuplicates: true,
    })
    if (payoutId === null) return
    const ids = transactions.map(({ transactionId }) => transactionId)
    await tx.balanceTransaction.updateMany({ where: { id: { in: ids } }, data: { payoutId } })
  })
}

async function findReading({ db, clock }: BalanceDeps): Promise<Reading> {
  const now = clock.now()
  const read = await db.balanceRead.findUnique({
    where: { id: ID },
    select: { until: true, target: true, cursor: true },
  })
  if (read) return { until: read.until, target: read.target ?? now, cursor: read.cursor }
  const first = await db.payment.findFirst({ orderBy: { createdAt: 'asc' }, select: { createdAt: true } })
  return { until: first?.createdAt ?? now, target: now, cursor: null }
}

async function saveReading(
  { db }: BalanceDeps,
  reading: { until: Date; target: Date | null; cursor: string | null },
): Promise<void> {
  await db.balanceRead.upsert({
    where: { id: ID },
    create: { id: ID, ...reading },
    update: reading,
    select: { id: true },
  })
}
