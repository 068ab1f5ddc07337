import { expect } from 'vitest'
import { listReferrals, sumStates } from '#server/features/commissions/portal-queries.ts'
import { findTotals, listCommissions, listPayouts, sumLedgers } from '#server/features/commissions/queries.ts'
import { labelOf, previousQuarter, quarterOf } from '#shared/calendar/quarter.ts'
import type { TestDeps } from '#tests/support/deps.ts'
import type { History } from './history.ts'

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)

/** Calculates ledger, summaries, portal and payouts of all referers from the rows and compares them. */
export async function checkBooks(deps: TestDeps, history: History): Promise<void> {
  await checkPayouts(deps, history)
  const ledgers = await sumLedgers(deps)
  for (const refererId of history.refererIds) {
    const entries = await deps.db.ledgerEntry.findMany({ where: { refererId } })
    const [totals, states] = [await findTotals(deps, refererId), await sumStates(deps, refererId)]
    const [commissions, referrals] = [
      await listCommissions(deps, refererId),
      await listReferrals(deps, refererId),
    ]
    const payouts = await listPayouts(deps, refererId)
    const forfeited = sum(
      entries.filter(({ kind }) => kind === 'forfeited').map(({ amountPence }) => amountPence),
    )
    const inAll = sum(entries.map(({ amountPence }) => amountPence))

    expect(totals.commissionPence).toBe(inAll)
    expect(sum(commissions.map(({ amountPence }) => amountPence))).toBe(inAll - forfeited)
    expect(sum(referrals.map((one) => one.earnedPence + one.reversedPence))).toBe(inAll - forfeited)
    expect(states.openPence + states.carriedPence + states.duePence + states.paidPence).toBe(inAll)
    expect(states.forfeitedPence).toBe(forfeited)
    const paid = payouts.filter(({ status }) => status === 'paid')
    const due = payouts.filter(({ status }) => status === 'pending')
    expect(states.paidPence).toBe(sum(paid.map(({ payoutPence }) => payoutPence)))
    expect(states.duePence).toBe(sum(due.map(({ payoutPence }) => payoutPence)))
    expect(totals.paidPence).toBe(states.paidPence)
    expect(ledgers.get(refererId) ?? { commissionPence: 0, paidPence: 0 }).toMatchObject({
      commissionPence: inAll,
      paidPence: states.paidPence,
    })
    for (const { reversedPence, earnedPence } of referrals) {
      expect(reversedPence).toBeLessThanOrEqual(0)
      expect(earnedPence + reversedPence).toBeGreaterThanOrEqual(0)
    }
  }
}

async function checkPayouts(deps: TestDeps, history: History): Promise<void> {
  const payouts = await deps.db.payout.findMany({
    include: {
      referer: { select: { isVatRegistered: true } },
      entries: { include: { entry: { include: { commission: { include: { entries: true } } } } } },
    },
  })
  const live = payouts.filter(({ status }) => status !== 'void')
  const claimed = live.flatMap(({ entries }) => entries.map(({ entryId }) => entryId))
  expect(new Set(claimed).size, 'an entry is in one live payout at most').toBe(claimed.length)
  for (const payout of payouts) {
    expect(payout.entries.every(({ isVoid }) => isVoid === (payout.status === 'void'))).toBe(true)
    const entries = payout.entries.map(({ entry }) => entry)
    expect(sum(entries.map(({ amountPence }) => amountPence))).toBe(payout.payoutPence)
    expect(new Set(entries.flatMap(({ commissionId }) => commissionId ?? [])).size).toBe(payout.orderCount)
    expect(payout.payoutPence).toBeGreaterThanOrEqual(1_000)
    const vat = payout.referer.isVatRegistered ? Math.floor((payout.payoutPence * 2 + 5) / 10) : 0
    expect([payout.vatPence, payout.totalPence]).toEqual([vat, payout.payoutPence + vat])
    for (const { commission } of entries) {
      const kinds = (commission?.entries ?? []).map(({ kind, isEstimate }) =>
        isEstimate ? 'estimate' : kind,
      )
      expect(kinds.includes('estimate') && !kinds.includes('corrected'), 'no payout holds an estimate').toBe(
        false,
      )
    }
  }
  for (const [id, payoutPence] of history.firstPaid) {
    const payout = payouts.find((one) => one.id === id)
    expect(payout, 'what was paid once is never changed').toMatchObject({ payoutPence })
    expect(payout?.status).not.toBe('void')
  }
  await checkDocuments(deps, history)
}

/** One document for each payout that was ever paid, with its sums, and none for any other. */
async function checkDocuments(deps: TestDeps, { firstPaid }: History): Promise<void> {
  const documents = await deps.db.document.findMany({ where: { payoutId: { not: null } } })
  expect(documents.map(({ payoutId }) => payoutId).toSorted()).toEqual([...firstPaid.keys()].toSorted())
  for (const { payoutId, details } of documents) {
    expect(details).toMatchObject({ totals: { netPence: firstPaid.get(payoutId ?? '') } })
  }
}

/** After a close, every unpaid sum of £10 or more is in a payout. */
export async function checkClosed(deps: TestDeps): Promise<void> {
  const closed = labelOf(previousQuarter(quarterOf(deps.clock.now())))
  const owed = await deps.db.$queryRaw<unknown[]>`
    select e."refererId", sum(e."amountPence") from "LedgerEntry" e
    where e."quarter" <= ${closed}
      and not exists (select 1 from "PayoutEntry" p where p."entryId" = e."id" and not p."isVoid")
      and not exists (
        select 1 from "Payout" o
        where o."refererId" = e."refererId" and o."quarter" = ${closed} and o."status" <> 'void')
      and not exists (
        select 1 from "LedgerEntry" x
        where x."commissionId" = e."commissionId" and x."isEstimate" and not exists (
          select 1 from "LedgerEntry" y
          where y."commissionId" = e."commissionId" and y."kind" = 'corrected' and y."quarter" <= ${closed}))
    group by 1 having sum(e."amountPence") >= 1000`
  expect(owed).toEqual([])
}
