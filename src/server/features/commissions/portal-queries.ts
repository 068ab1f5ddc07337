import type { Deps } from '#server/deps.ts'
import { columns } from '#server/infra/columns.ts'
import { Prisma } from '#server/infra/prisma/client.ts'
import { lastMonths } from '#shared/calendar/month.ts'
import { labelOf, quarterOf } from '#shared/calendar/quarter.ts'
import { commissionOn, netForCommission } from '#shared/commission/commission.ts'
import { pence, sumPence, zeroPence } from '#shared/money/money.ts'
import { basisPointsToPercent } from '#shared/money/rates.ts'
import type { CommissionState } from '#shared/schemas/referer-portal.ts'
import { listPayouts } from './queries.ts'

/** Limits the rows of one list; sums cover all rows. */
export const MOST_ROWS = 2_000

export type Referral = Awaited<ReturnType<typeof listReferrals>>[number]

const ORDER_FIELDS = {
  ...columns('totalPence', 'vatPence', 'linkName'),
  payment: { select: { feePence: true } },
} as const

/**
 * A referer's commissions, newest first, each with its state. `earnedPence` includes `correctedPence`, the correction of
 * an estimated card fee; `reversedPence` is below 0 after refunds and disputes. `afterId` goes on behind that row.
 */
export async function listReferrals(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  refererId: string,
  { afterId = null, size = MOST_ROWS }: { afterId?: string | null; size?: number } = {},
) {
  const running = labelOf(quarterOf(clock.now()))
  const rows = await db.commission.findMany({
    where: { refererId },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    ...(afterId !== null && { cursor: { id: afterId }, skip: 1 }),
    take: size,
    select: {
      ...columns('id', 'orderId', 'createdAt', 'commissionBps'),
      order: { select: ORDER_FIELDS },
      entries: {
        select: {
          ...columns('kind', 'amountPence', 'isEstimate', 'quarter'),
          payouts: { where: { isVoid: false }, select: { payout: { select: { status: true } } } },
        },
      },
    },
  })
  return rows.map(({ entries, order, commissionBps, ...row }) => {
    const sumOf = (isWanted: (kind: string) => boolean) =>
      sumPence(entries.filter(({ kind }) => isWanted(kind)).map(({ amountPence }) => pence(amountPence)))
    const earnedPence = sumOf((kind) => kind !== 'reversed')
    const reversedPence = sumOf((kind) => kind === 'reversed')
    const earned = entries.find(({ kind }) => kind === 'earned')
    const paidOut = entries.filter(({ payouts }) => payouts[0]?.payout.status === 'paid')
    const isReversed = reversedPence < 0 && earnedPence + reversedPence === 0
    return {
      ...row,
      linkName: order.linkName,
      earnedPence,
      reversedPence,
      paidOutPence: sumPence(paidOut.map(({ amountPence }) => pence(amountPence))),
      working: workingOf({ ...order, commissionBps, earnedPence }),
      correctedPence: sumOf((kind) => kind === 'corrected'),
      state: isReversed
        ? ('reversed' as const)
        : stateOf(earned?.payouts[0]?.payout.status, (earned?.quarter ?? running) < running),
      waitsForFee: earned?.isEstimate === true && entries.every(({ kind }) => kind !== 'corrected'),
    }
  })
}

type Earning = {
  totalPence: number
  vatPence: number
  payment: { feePence: number | null } | null
  commissionBps: number
  earnedPence: number
}

/** The sum that a person can do again: null where it would not come to what was earned. */
function workingOf({ totalPence, vatPence, payment, commissionBps, earnedPence }: Earning) {
  const paid = pence(totalPence)
  const vat = pence(vatPence)
  const fee = pence(payment?.feePence ?? 0)
  const net = netForCommission({ paidPence: paid, vatPence: vat, feePence: fee })
  const percent = basisPointsToPercent(commissionBps)
  if (commissionOn(net, percent) !== earnedPence) return null
  return { paidPence: paid, vatPence: vat, feePence: fee, netPence: net, percent }
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

const MONTHS_SHOWN = 12

/** What a referer's ledger grew by in each of the last twelve London months, the running one last. */
export async function sumMonths({ db, clock }: Pick<Deps, 'db' | 'clock'>, refererId: string) {
  const now = clock.now()
  const months = lastMonths(now, MONTHS_SHOWN)
  const rows = await db.$queryRaw<{ month: string; amountPence: number }[]>`
    select to_char("writtenAt" at time zone 'Europe/London', 'YYYY-MM') as "month",
      sum("amountPence")::float8 as "amountPence"
    from "LedgerEntry"
    where "refererId" = ${refererId} and "writtenAt" >= ${months[0]?.start ?? now}
    group by 1`
  const byMonth = new Map(rows.map((row) => [row.month, row.amountPence]))
  return months.map(({ label }) => ({ month: label, amountPence: pence(byMonth.get(label) ?? 0) }))
}

const MOST_LINKS = 50

/** Referrals and commission by the name of the link that brought the customer, the most commission first; null is the plain code. */
export function sumLinks({ db }: Pick<Deps, 'db'>, refererId: string) {
  return db.$queryRaw<{ name: string | null; customers: number; amountPence: number }[]>`
    select o."linkName" as "name", count(distinct c."id")::int as "customers",
      coalesce(sum(e."amountPence"), 0)::float8 as "amountPence"
    from "Commission" c
      join "Order" o on o."id" = c."orderId"
      left join "LedgerEntry" e on e."commissionId" = c."id"
    where c."refererId" = ${refererId}
    group by 1 order by 3 desc, 1 limit ${MOST_LINKS}`
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
