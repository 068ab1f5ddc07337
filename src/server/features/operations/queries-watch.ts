import type { Deps } from '#server/deps.ts'
import { WAITING_EVENT } from '#server/features/payments/stripe-events.ts'
import type { WatchFacts } from '#shared/operations/monitored-parts.ts'

/** What `judgeParts` wants to know, but since when the shop is watched. */
export async function findWatchFacts(
  deps: Pick<Deps, 'db' | 'clock'>,
): Promise<Omit<WatchFacts, 'watchedSince'>> {
  const { db } = deps
  const [beat, unsent, untold, unprocessed] = await Promise.all([
    db.heartbeat.findUnique({ where: { name: 'queue' }, select: { at: true, since: true } }),
    findUnsent(deps),
    findUntold(deps),
    db.stripeEvent.findFirst({
      where: WAITING_EVENT,
      orderBy: { receivedAt: 'asc' },
      select: { receivedAt: true },
    }),
  ])
  return {
    queueRanAt: beat?.at ?? null,
    queueRunsSince: beat?.since ?? null,
    unsentSince: unsent?.createdAt ?? null,
    untoldSince: untold?.happenedAt ?? null,
    unprocessedSince: unprocessed?.receivedAt ?? null,
  }
}

/**
 * A mail that left after another was written shows that mail goes out, and that the other waits for its recipient's
 * server: one full mailbox is no standstill.
 */
async function findUnsent({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const lastSent = await findLastSent({ db })
  return db.outboxMessage.findFirst({
    where: {
      status: { in: ['queued', 'sending'] },
      OR: [{ attempts: { gt: 0 } }, { nextAttemptAt: { lte: clock.now() } }],
      ...(lastSent?.sentAt && { createdAt: { gt: lastSent.sentAt } }),
    },
    orderBy: { createdAt: 'asc' },
    select: { createdAt: true },
  })
}

/** The mail that left last. Ordered by when it was taken, because that has an index. */
export function findLastSent({ db }: Pick<Deps, 'db'>) {
  return db.outboxMessage.findFirst({
    where: { status: 'sent' },
    orderBy: { nextAttemptAt: 'desc' },
    select: { sentAt: true },
  })
}

/** The webhook that came last. */
export function findLastTold({ db }: Pick<Deps, 'db'>) {
  return db.stripeEvent.findFirst({
    where: { toldAt: { not: null } },
    orderBy: { toldAt: 'desc' },
    select: { toldAt: true },
  })
}

/** Payments alone: an endpoint at Stripe may leave other events out. */
async function findUntold({ db }: Pick<Deps, 'db'>) {
  const lastTold = await findLastTold({ db })
  return db.stripeEvent.findFirst({
    where: {
      type: 'payment_intent.succeeded',
      toldAt: null,
      happenedAt: { not: null, ...(lastTold?.toldAt && { gt: lastTold.toldAt }) },
    },
    orderBy: { happenedAt: 'asc' },
    select: { happenedAt: true },
  })
}
