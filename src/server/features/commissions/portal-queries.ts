import type { Deps } from '#server/deps.ts'
import { columns } from '#server/infra/columns.ts'
import { Prisma } from '#server/infra/prisma/client.ts'
import { labelOf, quarterOf } from '#shared/calendar/quarter.ts'
import { pence, sumPence, zeroPence } from '#shared/money/money.ts'
import type { CommissionState } from '#shared/schemas/referer-portal.ts'
import { listPayouts } from './queries.ts'

/** Limits the rows listed; sums cover all rows. */
const MOST_ROWS = 2_000

export type Referral = Awaited<ReturnType<typeof listReferrals>>[number]

/**
 * A referer's commissions, newest first, each with its state. `earnedPence` includes `correctedPence`, the correction of
 * an estimated card fee; `reversedPence` is below 0 after refunds and disputes.
 */
export async function listReferrals({ db, clock }: Pick<Deps, 'db' | 'clock'>, refererId: string) {
  const running = labelOf(quarterOf(clock.now()))
  const rows = await db.commission.findMany({
    where: { refererId },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: MOST_ROWS,
    select: {
      ...columns('id', 'orderId', 'createdAt'),
      entries: {
        select: {
          ...columns('kind', 'amountPence', 'isEstimate', 'quarter'),
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
        ? ('reversed' as const)
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

const NO_SUMS = {
  openPence: zeroPence,
  carriedPence: zeroPence,
  duePence: zeroPence,
  paidPence: zeroPence,
  forfeitedPence: zeroPence,
}
export type StateSums = typeof NO_SUMS

/**
 * Sums of a referer's ledger, each penny counted once: `openPence` in the running quarter, carried forward from
 * earlier ones, due in pending payouts, paid. `forfeitedPence` is already deducted from the first two.
 */
export async function sumStates({ db, clock }: Pick<Deps, 'db' | 'clock'>, refererId: string) {
  const running = labelOf(quarterOf(clock.now()))
  const sumWhere = (condition: Prisma.Sql) =>
    Prisma.sql`coalesce(sum(e."amountPence") filter (where ${condition}), 0)::float8`
  const [sums = NO_SUMS] = await db.$queryRaw<StateSums[]>`
    select
      ${sumWhere(Prisma.sql`o."id" is null and e."quarter" >= ${running}`)} as "openPence",
      ${sumWhere(Prisma.sql`o."id" is null and e."quarter" < ${running}`)} as "carriedPence",
      ${sumWhere(Prisma.sql`o."status" = 'pending'`)} as "duePence",
      ${sumWhere(Prisma.sql`o."status" = 'paid'`)} as "paidPence",
      ${sumWhere(Prisma.sql`e."kind" = 'forfeited'`)} as "forfeitedPence"
    from "LedgerEntry" e
      left join "PayoutEntry" p on p."entryId" = e."id" and not p."isVoid"
      left join "Payout" o on o."id" = p."payoutId"
    where e."refererId" = ${refererId}`
  return sums
}

export type PortalPayout = Awaited<ReturnType<typeof listPortalPayouts>>[number]

/** A referer's payouts, newest quarter first, each paid one with its document number. */
export async function listPortalPayouts(deps: Pick<Deps, 'db'>, refererId: string) {
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
