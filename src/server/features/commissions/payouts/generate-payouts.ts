import type { Deps, Tx } from '#server/deps.ts'
import { isOutage, ShopError } from '#server/errors.ts'
import { listQuarterPayouts, listUnclosed, type PayoutRow } from '#server/features/commissions/queries.ts'
import { lockReferer } from '#server/features/referers/referers.ts'
import { newId } from '#server/infra/ids.ts'
import { Prisma } from '#server/infra/prisma/client.ts'
import {
  isClosed,
  labelOf,
  parseQuarter,
  previousQuarter,
  type Quarter,
  quarterOf,
  rangeOf,
} from '#shared/calendar/quarter.ts'
import {
  minimumPayoutPence,
  type PayoutPlan,
  planPayout,
  type UnpaidEntry,
} from '#shared/commission/payout.ts'
import { payoutVatPercent } from '#shared/limits.ts'
import { negatePence, type Pence, pence } from '#shared/money/money.ts'

type GenerateDeps = Pick<Deps, 'db' | 'clock' | 'log'>

/** `carriedForward` counts referers whose sum stays below the minimum payout. */
export type GeneratedPayouts = { quarter: string; payouts: PayoutRow[]; carriedForward: number }

/**
 * Makes a closed quarter's payouts, one short transaction per referer. Safe to run twice, at the same time, and after a
 * crash: existing payouts stay, missing ones are made. A referer that fails does not stop the others; the failure is
 * thrown at the end.
 *
 * @throws ShopError QUARTER_INVALID, QUARTER_NOT_CLOSED
 */
export async function generatePayouts(deps: GenerateDeps, quarterYear: string): Promise<GeneratedPayouts> {
  const quarter = parseQuarter(quarterYear)
  if (!quarter) throw new ShopError('QUARTER_INVALID')
  if (!isClosed(quarter, deps.clock.now())) throw new ShopError('QUARTER_NOT_CLOSED')

  const outcomes: CloseOutcome[] = []
  const failures: unknown[] = []
  for (const refererId of await listUnclosed(deps, quarterYear)) {
    try {
      const now = deps.clock.now()
      outcomes.push(await deps.db.$transaction((tx) => closeQuarter(tx, { refererId, quarter, now })))
    } catch (error) {
      if (isOutage(error)) throw error
      deps.log.error({ err: error, refererId, quarter: quarterYear }, 'A payout could not be made')
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new Error('Some payouts could not be made', { cause: failures[0] })
  return {
    quarter: quarterYear,
    payouts: await listQuarterPayouts(deps, quarterYear),
    carriedForward: outcomes.filter((outcome) => outcome === 'carried').length,
  }
}

/** Makes the payouts of the last closed London quarter, which include sums carried forward. */
export function generateLastQuarter(deps: GenerateDeps): Promise<GeneratedPayouts> {
  return generatePayouts(deps, labelOf(previousQuarter(quarterOf(deps.clock.now()))))
}

/** The outcome of closing a quarter for a referer; `standing` where its payout exists already. */
export type CloseOutcome = 'made' | 'standing' | 'carried' | 'forfeited' | 'nothing'

type Close = { refererId: string; quarter: Quarter; now: Date }

/**
 * Step: closes a quarter for one referer: one payout of everything unpaid up to its end, where that is £10 or more
 * (requirements §6). Locks the referer, so that two requests make one payout; repeating it changes nothing.
 */
export async function closeQuarter(tx: Tx, { refererId, quarter, now }: Close): Promise<CloseOutcome> {
  const referer = await lockReferer(tx, refererId)
  if (!referer) return 'nothing'
  const label = labelOf(quarter)
  const standing = await tx.payout.count({
    where: { refererId, quarter: label, status: { not: 'void' } },
  })
  if (standing > 0) return 'standing'

  const plan = planPayout({
    entries: await listUnpaid(tx, { refererId, upTo: label }),
    vatRegistered: referer.isVatRegistered,
    vatRate: payoutVatPercent / 100,
    minimumPence: minimumPayoutPence,
    // A referer who ended later is paid at the close of that quarter.
    isEnded: referer.endedAt !== null && referer.endedAt < rangeOf(quarter).end,
  })
  if (plan.action === 'pay') {
    await makePayout(tx, { refererId, label, plan, now })
    return 'made'
  }
  if (plan.action === 'forfeit') {
    await forfeit(tx, { refererId, quarter: label, amountPence: plan.sumPence, now })
    return 'forfeited'
  }
  return plan.sumPence === 0 ? 'nothing' : 'carried'
}

/**
 * Whether an entry's commission was earned since the VAT registration. Aliases: "LedgerEntry" e, "Commission" c,
 * "Referer" r. An entry without a commission, such as a forfeit, counts from when it was written.
 */
export const EARNED_REGISTERED = Prisma.sql`(r."vatRegisteredFrom" is null
  or coalesce(c."createdAt", e."writtenAt") >= r."vatRegisteredFrom")`

type UnpaidRow = Omit<UnpaidEntry, 'amountPence'> & { amountPence: number }

/** Step: a referer's ledger entries without a live payout, up to a quarter's end or all; oldest first. */
export async function listUnpaid(
  tx: Tx,
  { refererId, upTo }: { refererId: string; upTo: string | null },
): Promise<UnpaidEntry[]> {
  const rows = await tx.$queryRaw<UnpaidRow[]>`
    select e."id", e."commissionId", e."kind"::text as "kind", e."amountPence", e."isEstimate",
      ${EARNED_REGISTERED} as "isVatable"
    from "LedgerEntry" e join "Referer" r on r."id" = e."refererId"
      left join "Commission" c on c."id" = e."commissionId"
    where e."refererId" = ${refererId} and (${upTo}::text is null or e."quarter" <= ${upTo}::text)
      and not exists (select 1 from "PayoutEntry" p where p."entryId" = e."id" and not p."isVoid")
    order by e."id"`
  return rows.map((row) => ({ ...row, amountPence: pence(row.amountPence) }))
}

type PayingPlan = Extract<PayoutPlan, { action: 'pay' }>

async function makePayout(
  tx: Tx,
  { refererId, label, plan, now }: { refererId: string; label: string; plan: PayingPlan; now: Date },
) {
  const id = newId(now)
  const { payoutPence, vatPence, totalPence, orderCount } = plan
  const amounts = { payoutPence, vatPence, totalPence, orderCount }
  await tx.payout.create({
    data: { id, refererId, quarter: label, status: 'pending', ...amounts, createdAt: now },
    select: { id: true },
  })
  // One statement for any number of entries; it fails as a whole where an entry has another payout.
  await tx.$executeRaw`
    insert into "PayoutEntry" ("payoutId", "entryId", "isVoid", "isVatable")
    select ${id}, "entry", false, "entry" = any(${plan.vatableEntryIds}::text[])
    from unnest(${plan.entryIds}::text[]) as "entry"`
}

type Forfeit = { refererId: string; quarter: string; amountPence: Pence; now: Date }

/**
 * Step: forfeits what an ended referer is not paid, by an entry in the quarter that is closed, so that repeating the
 * close finds nothing.
 */
export async function forfeit(tx: Tx, { refererId, quarter, amountPence, now }: Forfeit): Promise<void> {
  await tx.ledgerEntry.create({
    data: {
      id: newId(now),
      refererId,
      kind: 'forfeited',
      amountPence: negatePence(amountPence),
      quarter,
      writtenAt: now,
      reason: 'Below the least payout when the agreement ended',
    },
    select: { id: true },
  })
}
