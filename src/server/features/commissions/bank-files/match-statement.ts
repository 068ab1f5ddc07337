import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { columns } from '#server/infra/columns.ts'
import { negatePence, type Pence, pence } from '#shared/money/money.ts'
import { bankReference } from './bank-file.ts'
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
  /** Lines with the reference of a payout that agree with none: another amount, or twice. */
  unclear: { row: number; text: string; amountPence: Pence }[]
}

/**
 * Reads a bank statement and says which payouts it shows as paid or returned, where amount and reference agree. It
 * changes nothing.
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
  const match: StatementMatch = { lines: lines.length, paid: [], returned: [], unclear: [] }
  const taken = new Set<string>()
  // In the order of the days: a payment stands before its return, whichever way round the bank lists them.
  for (const line of lines.toSorted((a, b) => (a.day?.getTime() ?? 0) - (b.day?.getTime() ?? 0))) {
    const text = lettersOf(line.text)
    const named = namedBy(payouts, text)
    if (named.length === 0) continue
    const payout = named.find((one) => isMovedBy(one, line) && !taken.has(one.id))
    if (payout) {
      taken.add(payout.id)
      match[payout.status === 'paid' ? 'returned' : 'paid'].push(matched(payout, line))
    } else if (!named.some((one) => isPaidBefore(one, line))) {
      match.unclear.push({ row: line.row, text: line.text, amountPence: line.amountPence })
    }
  }
  return match
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
      ...columns('id', 'quarter', 'status', 'totalPence'),
      referer: { select: columns('name', 'referralCode') },
    },
  })
  return rows.map(({ referer, totalPence, ...row }) => ({
    ...row,
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

/** Money out pays what is pending; the same money in is a payment that came back. */
function isMovedBy({ status, amountPence }: Matchable, line: StatementLine): boolean {
  return line.amountPence === (status === 'paid' ? amountPence : negatePence(amountPence))
}

/** A payment that was marked as paid already, or the one before a return. */
function isPaidBefore({ status, amountPence }: Matchable, line: StatementLine): boolean {
  return status === 'paid' && line.amountPence === negatePence(amountPence)
}

function matched({ id, clubName, quarter, amountPence }: Matchable, { day }: StatementLine): MatchedPayout {
  return { payoutId: id, clubName, quarter, amountPence, day }
}

/** Banks cut, space and join references in ways of their own: letters and digits stay. */
function lettersOf(text: string): string {
  return text.toUpperCase().replace(/[^A-Z0-9]/g, '')
}
