import type { Deps, Tx } from '#server/deps.ts'
import { isOutage, ShopError } from '#server/errors.ts'
import { listQuarterPayouts, listUnclosed, type PayoutRow } from '#server/features/commissions/queries.ts'
import { lockReferers } from '#server/features/referers/referers.ts'
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
import { negatePence, type Pence, pence } from '#shared/money/money.ts'
import { vatRateAt } from '#shared/money/vat-rates.ts'

type GenerateDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'log'>

/** `carriedForward` counts referers whose sum stays below the minimum payout. */
export type GeneratedPayouts = { quarter: string; payouts: PayoutRow[]; carriedForward: number }

/** So many referers are closed in one transaction, which others of them wait for. */
const AT_ONCE = 20

/**
 * Makes a closed quarter's payouts, some referers in each short transaction. Safe to run twice, at the same time, and
 * after a crash: existing payouts stay, missing ones are made. A referer that fails does not stop the others; the failure
 * is thrown at the end.
 *
 * @throws ShopError QUARTER_INVALID, QUARTER_NOT_CLOSED
 */
export async function generatePayouts(deps: GenerateDeps, quarterYear: string): Promise<GeneratedPayouts> {
  const quarter = parseQuarter(quarterYear)
  if (!quarter) throw new ShopError('QUARTER_INVALID')
  if (!isClosed(quarter, deps.clock.now())) throw new ShopError('QUARTER_NOT_CLOSED')

  const outcomes: CloseOutcome[] = []
  const failures: unknown[] = []
  const close = async (refererIds: string[]): Promise<void> => {
    const now = deps.clock.now()
    const vatRate = vatRateAt(deps.config.payoutVatRates, now)
    try {
      const closed = await deps.db.$transaction((tx) =>
        closeQuarters(tx, { refererIds, quarter, now, vatRate }),
      )
      outcomes.push(...closed.values())
    } catch (error) {
      if (isOutage(error)) throw error
      // One by one, the others are closed and it shows which one failed.
      if (refererIds.length > 1) {
        for (const refererId of refererIds) await close([refererId])
        return
      }
      deps.log.error({ err: error, refererIds, quarter: quarterYear }, 'A payout could not be made')
      failures.push(error)
    }
  }

  const unclosed = await listUnclosed(deps, quarterYear)
  for (let from = 0; from < unclosed.length; from += AT_ONCE)
    await close(unclosed.slice(from, from + AT_ONCE))
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

type Close = {
  refererIds: readonly string[]
  quarter: Quarter
  now: Date
  /** Of the day of payment, the tax point of a self-billed invoice, as far as it is known. */
  vatRate: number
}

/** Step: closes a quarter for one referer, as `closeQuarters` does. */
export async function closeQuarter(
  tx: Tx,
  { refererId, ...close }: Omit<Close, 'refererIds'> & { refererId: string },
): Promise<CloseOutcome> {
  const outcomes = await closeQuarters(tx, { ...close, refererIds: [refererId] })
  return outcomes.get(refererId) ?? 'nothing'
}

/**
 * Step: closes a quarter for referers: for each one payout of everything unpaid up to its end, where that is £10 or more
 * (requirements §6). Locks the referers, so that two requests make one payout; repeating it changes nothing. As many
 * statements as for one.
 */
async function closeQuarters(
  tx: Tx,
  { refererIds, quarter, now, vatRate }: Close,
): Promise<Map<string, CloseOutcome>> {
  const referers = await lockReferers(tx, refererIds)
  const label = labelOf(quarter)
  const standing = await tx.payout.findMany({
    where: { refererId: { in: [...refererIds] }, quarter: label, status: { not: 'void' } },
    select: { refererId: true },
  })
  const outcomes = new Map<string, CloseOutcome>(
    standing.map(({ refererId }) => [refererId, 'standing' as const]),
  )
  const open = [...referers].filter(([id]) => !outcomes.has(id))
  const unpaid = await listUnpaidOf(tx, { refererIds: open.map(([id]) => id), upTo: label })
  const payouts: Paying[] = []
  const forfeits: Forfeit[] = []
  for (const [refererId, { isVatRegistered, endedAt }] of open) {
    const plan = planPayout({
      entries: unpaid.get(refererId) ?? [],
      vatRegistered: isVatRegistered,
      vatRate,
      minimumPence: minimumPayoutPence,
      // A referer who ended later is paid at the close of that quarter.
      isEnded: endedAt !== null && endedAt < rangeOf(quarter).end,
    })
    if (plan.action === 'pay') payouts.push({ id: newId(now), refererId, plan })
    if (plan.action === 'forfeit')
      forfeits.push({ refererId, quarter: label, amountPence: plan.sumPence, now })
    outcomes.set(refererId, outcomeOf(plan))
  }
  await makePayouts(tx, { payouts, label, now })
  await writeForfeits(tx, forfeits)
  return outcomes
}

function outcomeOf(plan: PayoutPlan): CloseOutcome {
  if (plan.action === 'pay') return 'made'
  if (plan.action === 'forfeit') return 'forfeited'
  return plan.sumPence === 0 ? 'nothing' : 'carried'
}

/**
 * Whether an entry's commission was earned since the VAT registration. Aliases: "LedgerEntry" e, "Commission" c,
 * "Referer" r. An entry without a commission, such as a forfeit, counts from when it was written.
 */
export const EARNED_REGISTERED = Prisma.sql`(r."vatRegisteredFrom" is null
  or coalesce(c."createdAt", e."writtenAt") >= r."vatRegisteredFrom")`

type UnpaidRow = Omit<UnpaidEntry, 'amountPence'> & { refererId: string; amountPence: number }

/** Step: a referer's ledger entries without a live payout, up to a quarter's end or all; oldest first. */
export async function listUnpaid(
  tx: Tx,
  { refererId, upTo }: { refererId: string; upTo: string | null },
): Promise<UnpaidEntry[]> {
  return (await listUnpaidOf(tx, { refererIds: [refererId], upTo })).get(refererId) ?? []
}

async function listUnpaidOf(
  tx: Tx,
  { refererIds, upTo }: { refererIds: readonly string[]; upTo: string | null },
): Promise<Map<string, UnpaidEntry[]>> {
  const rows = await tx.$queryRaw<UnpaidRow[]>`
    select e."refererId", e."id", e."commissionId", e."kind"::text as "kind", e."amountPence", e."isEstimate",
      ${EARNED_REGISTERED} as "isVatable"
    from "LedgerEntry" e join "Referer" r on r."id" = e."refererId"
      left join "Commission" c on c."id" = e."commissionId"
    where e."refererId" = any(${[...refererIds]}::text[])
      and (${upTo}::text is null or e."quarter" <= ${upTo}::text)
      and not exists (select 1 from "PayoutEntry" p where p."entryId" = e."id" and not p."isVoid")
    order by e."id"`
  const entries = new Map<string, UnpaidEntry[]>(refererIds.map((refererId) => [refererId, []]))
  for (const { refererId, ...entry } of rows)
    entries.get(refererId)?.push({ ...entry, amountPence: pence(entry.amountPence) })
  return entries
}

type Paying = { id: string; refererId: string; plan: Extract<PayoutPlan, { action: 'pay' }> }

async function makePayouts(
  tx: Tx,
  { payouts, label, now }: { payouts: readonly Paying[]; label: string; now: Date },
): Promise<void> {
  if (payouts.length === 0) return
  await tx.payout.createMany({
    data: payouts.map(({ id, refererId, plan: { payoutPence, vatPence, totalPence, orderCount } }) => ({
      ...{ id, refererId, quarter: label, status: 'pending' as const, createdAt: now },
      ...{ payoutPence, vatPence, totalPence, orderCount },
    })),
  })
  const entries = payouts.flatMap(({ id, plan }) => plan.entryIds.map((entryId) => ({ id, entryId })))
  const vatableIds = payouts.flatMap(({ plan }) => plan.vatableEntryIds)
  // One statement for any number of entries; it fails as a whole where an entry has another payout.
  await tx.$executeRaw`
    insert into "PayoutEntry" ("payoutId", "entryId", "isVoid", "isVatable")
    select paying."payoutId", paying."entryId", false, vatable."entryId" is not null
    from unnest(${entries.map(({ id }) => id)}::text[], ${entries.map(({ entryId }) => entryId)}::text[])
        as paying ("payoutId", "entryId")
      left join unnest(${vatableIds}::text[]) as vatable ("entryId") using ("entryId")`
}

type Forfeit = { refererId: string; quarter: string; amountPence: Pence; now: Date }

/**
 * Step: forfeits what an ended referer is not paid, by an entry in the quarter that is closed, so that repeating the
 * close finds nothing.
 */
export function forfeit(tx: Tx, what: Forfeit): Promise<void> {
  return writeForfeits(tx, [what])
}

async function writeForfeits(tx: Tx, forfeits: readonly Forfeit[]): Promise<void> {
  if (forfeits.length === 0) return
  await tx.ledgerEntry.createMany({
    data: forfeits.map(({ refererId, quarter, amountPence, now }) => ({
      id: newId(now),
      refererId,
      kind: 'forfeited',
      amountPence: negatePence(amountPence),
      quarter,
      writtenAt: now,
      reason: 'Below the least payout when the agreement ended',
    })),
  })
}
