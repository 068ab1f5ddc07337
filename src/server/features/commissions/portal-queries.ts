import type { Deps } from '#server/deps.ts'
import { labelOf, quarterOf } from '#shared/calendar/quarter.ts'
import { type Pence, pence, sumPence } from '#shared/money/money.ts'
import type { CommissionState } from '#shared/schemas/referer-portal.ts'
import { listPayouts, type PayoutRow } from './queries.ts'

/** Limits the rows listed; sums cover all rows. */
const MOST_ROWS = 2_000

export type Referral = {
  id: string
  orderId: string
  createdAt: Date
  state: CommissionState
  /** Earned, including the correction of an estimated card fee. */
  earnedPence: Pence
  /** Below 0: reversed after refunds and disputes. */
  reversedPence: Pence
  /** Part of `earnedPence`. */
  correctedPence: Pence
  /** True while the card fee is an estimate. */
  waitsForFee: boolean
}

/** A referer's commissions, newest first, each with its state. */
export async function listReferrals(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  refererId: string,
): Promise<Referral[]> {
  const running = labelOf(quarterOf(clock.now()))
  const rows = await db.commission.findMany({
    where: { refererId },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: MOST_ROWS,
    select: {
      id: true,
      orderId: true,
      createdAt: true,
      entries: {
        select: {
          kind: true,
          amountPence: true,
          isEstimate: true,
          quarter: true,
          payouts: { where: { isVoid: false }, select: { payout: { select: { status: true } } } },
        },
      },
    },
  })
  return rows.map(({ entries, ...row }) => {
    const sumOf = (isWanted: (kind: string) => boolean) =>
      sumPence(entries.filter(({ kind }) => isWanted(kind)).map(({ amountPence }) => pence(amountPence)))
    const earnedPence = sumOf((kind) => kind !== 'reversed')
    const reversedPence = sumOf((kind) => kind === 'reversed')
    const earned = entries.find(({ kind }) => kind === 'earned')
    const isReversed = reversedPence < 0 && earnedPence + reversedPence === 0
    return {
      ...row,
      earnedPence,
      reversedPence,
      correctedPence: sumOf((kind) => kind === 'corrected'),
      state: isReversed
        ? 'reversed'
        : stateOf(earned?.payouts[0]?.payout.status, (earned?.quarter ?? running) < running),
      waitsForFee: earned?.isEstimate === true && entries.every(({ kind }) => kind !== 'corrected'),
    }
  })
}

function stateOf(payout: string | undefined, isPast: boolean): CommissionState {
  if (payout === 'paid') return 'paid'
  if (payout === 'pending') return 'due'
  return isPast ? 'carriedForward' : 'earned'
}

export type StateSums = Record<
  'openPence' | 'carriedPence' | 'duePence' | 'paidPence' | 'forfeitedPence',
  Pence
>

/**
 * Sums of a referer's ledger, each penny counted once: `openPence` in the running quarter, carried forward from
 * earlier ones, due in pending payouts, paid. `forfeitedPence` is already deducted from the first two.
 */
export async function sumStates(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  refererId: string,
): Promise<StateSums> {
  const running = labelOf(quarterOf(clock.now()))
  const [row] = await db.$queryRaw<
    Record<'open' | 'carried' | 'due' | 'paid' | 'forfeited', bigint | null>[]
  >`
    select
      sum(e."amountPence") filter (where o."id" is null and e."quarter" >= ${running}) as "open",
      sum(e."amountPence") filter (where o."id" is null and e."quarter" < ${running}) as "carried",
      sum(e."amountPence") filter (where o."status" = 'pending') as "due",
      sum(e."amountPence") filter (where o."status" = 'paid') as "paid",
      sum(e."amountPence") filter (where e."kind" = 'forfeited') as "forfeited"
    from "LedgerEntry" e
      left join "PayoutEntry" p on p."entryId" = e."id" and not p."isVoid"
      left join "Payout" o on o."id" = p."payoutId"
    where e."refererId" = ${refererId}`
  const amount = (sum: bigint | null | undefined) => pence(Number(sum ?? 0))
  return {
    openPence: amount(row?.open),
    carriedPence: amount(row?.carried),
    duePence: amount(row?.due),
    paidPence: amount(row?.paid),
    forfeitedPence: amount(row?.forfeited),
  }
}

export type PortalPayout = PayoutRow & { document: { label: string; kind: string } | null }

/** A referer's payouts, newest quarter first, each paid one with its document number. */
export async function listPortalPayouts(deps: Pick<Deps, 'db'>, refererId: string): Promise<PortalPayout[]> {
  const [payouts, documents] = await Promise.all([
    listPayouts(deps, refererId),
    deps.db.document.findMany({
      where: { refererId, payout: { status: 'paid' } },
      take: MOST_ROWS,
      select: { payoutId: true, label: true, kind: true },
    }),
  ])
  const byPayout = new Map(documents.map((document) => [document.payoutId, document]))
  return payouts.map((payout) => ({ ...payout, document: byPayout.get(payout.id) ?? null }))
}
