import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { bankReference } from '#server/features/referers/bank-account.ts'
import { columns } from '#server/infra/columns.ts'
import { toIsoLondonDate } from '#shared/calendar/calendar.ts'
import { negatePence, type Pence, pence } from '#shared/money/money.ts'
import { readStatement, type StatementLine } from './read-statement.ts'

/** More payouts than a shop has waiting and lately paid. */
const MOST_PAYOUTS = 5_000
/** A bank returns a payment within days; a year leaves room for a statement read late. */
const LOOK_BACK_MS = 366 * 24 * 60 * 60_000

export type MatchedPayout = {
  payoutId: string
  clubName: string
  quarter: string
  amountPence: Pence
  /** When the bank moved the money; null where the statement does not say. */
  day: Date | null
}

export type StatementMatch = {
  lines: number
  /** Pending payouts of a bank file that the bank has paid. */
  paid: MatchedPayout[]
  /** Paid payouts whose money came back. */
  returned: MatchedPayout[]
  /** Lines with the reference of a payout that agree with none: another amount, twice, or of an earlier payment. */
  unclear: { row: number; text: string; amountPence: Pence }[]
}

/**
 * Reads a bank statement and says which payouts it shows as paid or returned, where amount and reference agree. Of a
 * payout's lines the last one counts, because a payment that came back is paid again with the same reference. It changes
 * nothing.
 *
 * @throws ShopError STATEMENT_UNREADABLE
 */
export async function matchStatement(
  deps: Pick<Deps, 'db' | 'clock'>,
  content: string,
): Promise<StatementMatch> {
  const lines = readStatement(content)
  if (lines === null) throw new ShopError('STATEMENT_UNREADABLE')
  const payouts = await listMatchable(deps)
  const unclear: StatementMatch['unclear'] = []
  const moved = new Map<string, { isPaid: boolean; line: StatementLine }>()
  for (const line of inOrder(lines)) {
    const named = namedBy(payouts, lettersOf(line.text))
    if (named.length === 0) continue
    const isPaid = line.amountPence < 0
    const stateOf = (one: Matchable) => moved.get(one.id)?.isPaid ?? one.status === 'paid'
    const payout = named.find((one) => agrees(one, line, moved.has(one.id)) && stateOf(one) !== isPaid)
    if (payout) moved.set(payout.id, { isPaid, line })
    else if (!named.some((one) => isPaid && isPaidBefore(one, line, moved.has(one.id)))) {
      unclear.push({ row: line.row, text: line.text, amountPence: line.amountPence })
    }
  }
  const changed = payouts
    .flatMap((payout) => {
      const last = moved.get(payout.id)
      return last && last.isPaid !== (payout.status === 'paid') ? [{ payout, ...last }] : []
    })
    .toSorted((a, b) => a.line.row - b.line.row)
  const matchedOf = (wanted: boolean) =>
    changed.filter(({ isPaid }) => isPaid === wanted).map(({ payout, line }) => matched(payout, line))
  return { lines: lines.length, paid: matchedOf(true), returned: matchedOf(false), unclear }
}

/** The oldest first, also of one day, where a bank lists the newest first: a payment stands before its return. */
function inOrder(lines: readonly StatementLine[]): StatementLine[] {
  const timeOf = ({ day }: StatementLine) => day?.getTime() ?? 0
  const [first, last] = [lines.at(0), lines.at(-1)]
  const isNewestFirst = first && last && timeOf(first) > timeOf(last)
  return (isNewestFirst ? lines.toReversed() : [...lines]).toSorted((a, b) => timeOf(a) - timeOf(b))
}

type Matchable = Awaited<ReturnType<typeof listMatchable>>[number]

async function listMatchable({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const since = new Date(clock.now().getTime() - LOOK_BACK_MS)
  const rows = await db.payout.findMany({
    where: {
      OR: [
        { status: 'pending', exportedAt: { not: null } },
        { status: 'paid', paidAt: { gte: since } },
      ],
    },
    orderBy: [{ quarter: 'asc' }, { id: 'asc' }],
    take: MOST_PAYOUTS,
    select: {
      ...columns('id', 'quarter', 'status', 'totalPence', 'exportedAt'),
      referer: { select: columns('name', 'referralCode') },
      bankFiles: {
        where: { unfrozenAt: { not: null } },
        orderBy: { unfrozenAt: 'desc' },
        take: 1,
        select: { unfrozenAt: true },
      },
    },
  })
  return rows.map(({ referer, totalPence, bankFiles, exportedAt, ...row }) => ({
    ...row,
    exportedOn: exportedAt && toIsoLondonDate(exportedAt),
    unfrozenOn: bankFiles[0]?.unfrozenAt ? toIsoLondonDate(bankFiles[0].unfrozenAt) : null,
    clubName: referer.name,
    amountPence: pence(totalPence),
    reference: lettersOf(bankReference(row.quarter, referer.referralCode)),
  }))
}

/** The payouts whose reference the text has; of two that begin alike, the longer. */
function namedBy(payouts: readonly Matchable[], text: string): Matchable[] {
  const found = payouts.filter(({ reference }) => text.includes(reference))
  const longest = Math.max(...found.map(({ reference }) => reference.length))
  return found.filter(({ reference }) => reference.length === longest)
}

/**
 * Money out pays a payout, the same money in is a payment that came back. A line from before the payout's present file
 * or return is about an earlier payment: a statement is read again.
 */
function agrees(payout: Matchable, line: StatementLine, isMoved: boolean): boolean {
  const { amountPence, exportedOn, unfrozenOn } = payout
  const isPayment = line.amountPence < 0
  if (line.amountPence !== (isPayment ? negatePence(amountPence) : amountPence)) return false
  if (line.day === null) return true
  const on = toIsoLondonDate(line.day)
  if (exportedOn !== null && on < exportedOn) return false
  return isPayment || isMoved || unfrozenOn === null || on > unfrozenOn
}

/** A payment that was marked as paid already, or the one before a return. */
function isPaidBefore({ status, amountPence }: Matchable, line: StatementLine, isMoved: boolean): boolean {
  return status === 'paid' && !isMoved && line.amountPence === negatePence(amountPence)
}

function matched({ id, clubName, quarter, amountPence }: Matchable, { day }: StatementLine): MatchedPayout {
  return { payoutId: id, clubName, quarter, amountPence, day }
}

/** Banks cut, space and join references in ways of their own: letters and digits stay. */
function lettersOf(text: string): string {
  return text.toUpperCase().replace(/[^A-Z0-9]/g, '')
}
