import type { Deps, Tx } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { isClosed, parseQuarter } from '#shared/calendar/quarter.ts'
import { commissionOn, netForCommission } from '#shared/commission/commission.ts'
import { minimumPayoutPence, planPayout, type UnpaidEntry } from '#shared/commission/payout.ts'
import { formatPounds, type Pence, subtractPence, sumPence, zeroPence } from '#shared/money/money.ts'
import { basisPointsToPercent } from '#shared/money/rates.ts'
import { explainRunPayout, listRun, type RunPayout } from './payout-runs.ts'

/** More than one club is paid for at once. */
const MOST_ENTRIES = 10_000

/** A ledger entry of a statement with the sale behind it; `paidIn` is the quarter of the payout that pays it. */
type StatementEntry = Omit<UnpaidEntry, 'isVatable'> & {
  quarter: string
  writtenAt: Date
  reason: string | null
  paidIn: string | null
  sale: {
    orderId: string
    invoiceNumber: string | null
    totalPence: Pence
    vatPence: Pence
    feePence: Pence
    commissionBps: number
    /** What the order earned, the correction of the card fee included. */
    earnedPence: Pence
  } | null
}

/** What a quarter's payout had to pay: the entries of the quarter, and those of earlier ones that no earlier payout paid. */
async function listEntries(
  db: Pick<Tx, '$queryRaw'>,
  { refererId, quarter }: { refererId: string; quarter: string },
): Promise<StatementEntry[]> {
  return db.$queryRaw<StatementEntry[]>`
    select e."id", e."commissionId", e."kind"::text as "kind", e."amountPence", e."isEstimate", e."quarter",
      e."writtenAt", e."reason", paid."quarter" as "paidIn",
      case when o."id" is not null then jsonb_build_object('orderId', o."id",
        'invoiceNumber', (select d."label" from "Document" d
          where d."orderId" = o."id" and d."kind" = 'invoice' and d."cancelsId" is null),
        'totalPence', o."totalPence", 'vatPence', o."vatPence", 'feePence', coalesce(p."feePence", 0),
        'commissionBps', c."commissionBps",
        'earnedPence', (select sum(own."amountPence") from "LedgerEntry" own
          where own."commissionId" = c."id" and own."kind" in ('earned', 'corrected'))) end as "sale"
    from "LedgerEntry" e
    left join "Commission" c on c."id" = e."commissionId"
    left join "Order" o on o."id" = c."orderId"
    left join "Payment" p on p."orderId" = o."id"
    left join lateral (select y."quarter" from "PayoutEntry" x join "Payout" y on y."id" = x."payoutId"
      where x."entryId" = e."id" and not x."isVoid") paid on true
    where e."refererId" = ${refererId} and e."quarter" <= ${quarter}
      and (e."quarter" = ${quarter} or paid."quarter" is null or paid."quarter" >= ${quarter})
    order by e."quarter", e."writtenAt", e."id" limit ${MOST_ENTRIES}`
}

const pounds = (amount: Pence) => formatPounds(amount, { sums: true })

/** The sum behind an entry, which comes to what its order earned. */
function workingOf({ totalPence, vatPence, feePence, commissionBps }: NonNullable<StatementEntry['sale']>) {
  const netPence = netForCommission({ paidPence: totalPence, vatPence, feePence })
  return {
    paid: totalPence,
    vat: vatPence,
    fee: feePence,
    net: netPence,
    percent: basisPointsToPercent(commissionBps),
  }
}

function explainSale({ kind, sale }: StatementEntry): string | null {
  if (kind !== 'earned' || !sale) return null
  const { net, percent } = workingOf(sale)
  const duePence = commissionOn(net, percent)
  if (duePence === sale.earnedPence) return null
  return `${sale.invoiceNumber ?? sale.orderId} earned ${pounds(sale.earnedPence)}, and ${percent}% of its net ${pounds(net)} is ${pounds(duePence)}.`
}

type Sums = ReturnType<typeof sumUp>

function sumUp(entries: readonly StatementEntry[], quarter: string) {
  const sumOf = (isWanted: (entry: StatementEntry) => boolean) =>
    sumPence(entries.filter(isWanted).map(({ amountPence }) => amountPence))
  const ofKind = (kind: StatementEntry['kind']) =>
    sumOf((entry) => entry.quarter === quarter && entry.kind === kind)
  return {
    brought: sumOf((entry) => entry.quarter < quarter),
    earned: ofKind('earned'),
    corrected: ofKind('corrected'),
    reversed: ofKind('reversed'),
    forfeited: ofKind('forfeited'),
    carried: sumOf(({ paidIn }) => paidIn !== quarter),
  }
}

/** What does not fit about the statement as a whole; null where its entries less what is carried are the payout. */
function explainSum(sums: Sums, payout: RunPayout | null): string | null {
  const { carried, ...parts } = sums
  const duePence = subtractPence(sumPence(Object.values(parts)), carried)
  const paidPence = payout?.payoutPence ?? zeroPence
  if (duePence === paidPence) return null
  return `The statement comes to ${pounds(duePence)}, and the payout is ${pounds(paidPence)} without VAT.`
}

/** Unpaid commission that a closed quarter should have paid. */
function explainUnpaid(entries: readonly StatementEntry[], payout: RunPayout | null): string | null {
  if (payout) return null
  const unpaid = entries.filter(({ paidIn }) => paidIn === null)
  const plan = planPayout({
    entries: unpaid.map((entry) => ({ ...entry, isVatable: false })),
    vatRegistered: false,
    vatRate: 0,
    minimumPence: minimumPayoutPence,
  })
  return plan.action === 'pay' ? `${pounds(plan.payoutPence)} is due, and the payout was not made.` : null
}

/**
 * A club's statement of a quarter: what it earned, what was brought and carried forward, what was paid, and what does
 * not fit. @throws ShopError QUARTER_INVALID, REFERER_NOT_FOUND
 */
export async function findClubStatement(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { clubId, quarterYear }: { clubId: string; quarterYear: string },
) {
  const quarter = parseQuarter(quarterYear)
  if (!quarter) throw new ShopError('QUARTER_INVALID')
  const club = await db.referer.findUnique({
    where: { id: clubId },
    select: { name: true, referralCode: true },
  })
  if (!club) throw new ShopError('REFERER_NOT_FOUND')
  const entries = await listEntries(db, { refererId: clubId, quarter: quarterYear })
  const [payout = null] = await listRun(db, { quarter: quarterYear, refererId: clubId })
  const isRunning = !isClosed(quarter, clock.now())
  const sums = sumUp(entries, quarterYear)
  const problems = [
    ...entries.map(explainSale),
    explainSum(sums, payout),
    payout && explainRunPayout(payout),
    isRunning ? null : explainUnpaid(entries, payout),
  ]
  return {
    ...{ quarterYear, ...club, isRunning },
    sums: {
      ...sums,
      net: payout?.payoutPence ?? zeroPence,
      vat: payout?.vatPence ?? zeroPence,
      total: payout?.totalPence ?? zeroPence,
    },
    payout: payout && {
      ...{ isPaid: payout.status === 'paid', paidAt: payout.paidAt, label: payout.label },
    },
    problems: problems.filter((problem) => problem !== null),
    entries: entries.map(({ id, kind, quarter: earnedIn, writtenAt, reason, sale, amountPence, paidIn }) => ({
      ...{ id, kind, quarter: earnedIn, at: writtenAt, reason, amount: amountPence },
      isCarried: paidIn !== quarterYear,
      orderId: sale?.orderId ?? null,
      invoiceNumber: sale?.invoiceNumber ?? null,
      working: sale && kind === 'earned' ? workingOf(sale) : null,
    })),
  }
}
