import type { Deps, Tx } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { listRunPayouts } from '#server/features/commissions/bank-files/payout-run-queries.ts'
import { parseQuarter } from '#shared/calendar/quarter.ts'
import { formatPounds, type Pence, sumPence } from '#shared/money/money.ts'
import { explainPayoutDocument, type PayoutDocument } from './vat/vat-return.ts'

type Reader = Pick<Tx, '$queryRaw'>

const MOST_QUARTERS = 400
/** More referers than one quarter pays. */
const MOST_PAYOUTS = 5_000

/** Every quarter with payouts, the newest first. */
export function listRunSums(db: Reader) {
  return db.$queryRaw<
    { quarterYear: string; payouts: number; paid: number; total: number; paidTotal: number }[]
  >`
    select "quarter" as "quarterYear", count(*)::int as "payouts", count(*) filter (where "status" = 'paid')::int as "paid",
      sum("totalPence")::float8 as "total", coalesce(sum("totalPence") filter (where "status" = 'paid'), 0)::float8 as "paidTotal"
    from "Payout" where "status" <> 'void' group by 1 order by 1 desc limit ${MOST_QUARTERS}`
}

/** A payout of a run with the ledger entries that it pays, its document and its bank file. */
export type RunPayout = PayoutDocument & {
  clubId: string
  payoutPence: Pence
  entriesPence: Pence
  entries: number
  paidAt: Date | null
  fileName: string | null
}

/** What does not fit about a payout of a run: it is the sum of its ledger entries, and its document says the same. */
export function explainRunPayout(payout: RunPayout): string | null {
  const { name, payoutPence, entriesPence } = payout
  const [net, sum] = [payoutPence, entriesPence].map((amount) => formatPounds(amount, { sums: true }))
  if (payoutPence !== entriesPence)
    return `The payout to ${name} is ${net} without VAT, and its ledger entries are ${sum}.`
  return explainPayoutDocument(payout)
}

/** A quarter's payouts, of all referers or one. */
export function listRun(
  db: Reader,
  { quarter, refererId = null }: { quarter: string; refererId?: string | null },
): Promise<RunPayout[]> {
  return db.$queryRaw<RunPayout[]>`
    select p."id" as "payoutId", p."refererId" as "clubId", r."name", p."quarter", p."status"::text as "status", p."payoutPence", p."vatPence",
      p."totalPence", p."paidAt", d."label", (d."details" #>> '{totals,grossPence}')::int as "documentPence",
      (d."details" #>> '{totals,vatPence}')::int as "documentVatPence", e."sum" as "entriesPence", e."count" as "entries",
      (select f."name" from "BankFilePayout" b join "BankFile" f on f."id" = b."bankFileId"
        where b."payoutId" = p."id" and b."unfrozenAt" is null order by f."madeAt" desc limit 1) as "fileName"
    from "Payout" p join "Referer" r on r."id" = p."refererId" left join "Document" d on d."payoutId" = p."id"
    cross join lateral (
      select coalesce(sum(l."amountPence"), 0)::float8 as "sum", count(l."id")::int as "count"
      from "PayoutEntry" o join "LedgerEntry" l on l."id" = o."entryId" where o."payoutId" = p."id") e
    where p."quarter" = ${quarter} and p."status" <> 'void' and (${refererId}::text is null or p."refererId" = ${refererId})
    order by r."name", p."id" limit ${MOST_PAYOUTS}`
}

/** A quarter's payouts with what does not fit about them. @throws ShopError QUARTER_INVALID */
export async function findPayoutRun({ db }: Pick<Deps, 'db'>, quarterYear: string) {
  if (!parseQuarter(quarterYear)) throw new ShopError('QUARTER_INVALID')
  const payouts = await listRun(db, { quarter: quarterYear })
  const problems = new Map((await listRunPayouts(db, quarterYear)).map(({ id, problem }) => [id, problem]))
  const sumOf = (pick: (payout: RunPayout) => Pence) => sumPence(payouts.map(pick))
  return {
    quarterYear,
    sums: {
      net: sumOf(({ payoutPence }) => payoutPence),
      vat: sumOf(({ vatPence }) => vatPence),
      total: sumOf(({ totalPence }) => totalPence),
      entries: sumOf(({ entriesPence }) => entriesPence),
    },
    problems: payouts.map(explainRunPayout).filter((problem) => problem !== null),
    payouts: payouts.map(
      ({ payoutId, clubId, name, status, label, paidAt, fileName, entries, ...amounts }) => ({
        ...{ payoutId, clubId, name, isPaid: status === 'paid', label, paidAt, fileName, entries },
        problem: problems.get(payoutId) ?? null,
        net: amounts.payoutPence,
        vat: amounts.vatPence,
        total: amounts.totalPence,
      }),
    ),
  }
}
