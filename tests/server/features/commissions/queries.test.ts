import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { presentCommission, presentPayout, presentTotals } from '#server/features/commissions/present.ts'
import {
  findPayoutDocument,
  findTotals,
  listCommissions,
  listPayouts,
  sumLedgers,
} from '#server/features/commissions/queries.ts'
import { newId } from '#server/infra/ids.ts'
import { payoutsOutput, referralsOutput } from '#shared/schemas/referer.ts'
import { refererTotalsOutput } from '#shared/schemas/referer-portal.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeReferer } from '#tests/support/factories/referer.ts'
import { makeCommission, makePayout } from './ledger.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())

const shownTotals = async (id: string) => refererTotalsOutput.parse(presentTotals(await findTotals(deps, id)))

describe('commissions', () => {
  it('are one row per order with the sum of its entries, newest first, of one referer', async () => {
    const { id: refererId } = await makeReferer(deps)
    const other = await makeReferer(deps)
    const older = await makeCommission(deps, {
      refererId,
      at: new Date('2026-10-02T09:00:00Z'),
      entries: [
        { kind: 'earned', pence: 250 },
        { kind: 'corrected', pence: -3 },
        { kind: 'reversed', pence: -100 },
      ],
    })
    const newer = await makeCommission(deps, { refererId, entries: [{ kind: 'earned', pence: 235 }] })
    await makeCommission(deps, { refererId: other.id, entries: [{ kind: 'earned', pence: 999 }] })
    const shown = referralsOutput.parse((await listCommissions(deps, refererId)).map(presentCommission))
    expect(shown).toEqual([
      {
        id: newer.commissionId,
        purchaseId: newer.orderId,
        commissionAmount: '2.35',
        createdAt: deps.clock.now().toISOString(),
      },
      {
        id: older.commissionId,
        purchaseId: older.orderId,
        commissionAmount: '1.47',
        createdAt: '2026-10-02T09:00:00.000Z',
      },
    ])
  })
})

describe('payouts', () => {
  it('are listed newest quarter first, without void ones', async () => {
    const { id: refererId } = await makeReferer(deps)
    const [paid, pending] = [
      await makePayout(deps, { refererId, quarter: '2026-Q2', status: 'paid', pence: 2_000 }),
      await makePayout(deps, { refererId, quarter: '2026-Q3', status: 'pending', pence: 1_500 }),
    ]
    await makePayout(deps, { refererId, quarter: '2026-Q3', status: 'void', pence: 1_700 })
    const shown = payoutsOutput.parse((await listPayouts(deps, refererId)).map(presentPayout))
    expect(shown).toMatchObject([
      { id: pending, quarterYear: '2026-Q3', status: 'pending', paidAt: null },
      {
        id: paid,
        quarterYear: '2026-Q2',
        payoutAmount: '20.00',
        vatAmount: '4.00',
        totalPayoutAmount: '24.00',
        commissionCount: 3,
        status: 'paid',
        paidAt: deps.clock.now().toISOString(),
      },
    ])
  })

  it('have a document for their own referer once paid', async () => {
    const { id: refererId } = await makeReferer(deps)
    const other = await makeReferer(deps)
    const payoutId = await makePayout(deps, {
      refererId,
      quarter: '2026-Q1',
      status: 'pending',
      pence: 1_000,
    })
    const documentId = newId(deps.clock.now())
    await deps.db.document.create({
      data: {
        id: documentId,
        seriesKey: 'payout',
        number: 1,
        label: 'PAY-000001',
        kind: 'commissionStatement',
        payoutId,
        refererId,
        details: {},
        issuedAt: deps.clock.now(),
      },
    })
    expect(await findPayoutDocument(deps, { payoutId, refererId })).toBeNull()
    const paid = { status: 'paid', paidAt: deps.clock.now() } as const
    await deps.db.payout.update({ where: { id: payoutId }, data: paid })
    expect(await findPayoutDocument(deps, { payoutId, refererId })).toBe(documentId)
    expect(await findPayoutDocument(deps, { payoutId, refererId: other.id })).toBeNull()
  })
})

describe('totals', () => {
  it('cover all time, paid sums and the running London quarter', async () => {
    const { id: refererId } = await makeReferer(deps)
    expect(await shownTotals(refererId)).toEqual({
      totalCommission: '0.00',
      totalPaid: '0.00',
      totalUnpaid: '0.00',
      thisQuarter: { quarterYear: '2026-Q4', amount: '0.00' },
    })
    // Half past midnight of 1 October in London is still September in UTC.
    const firstNight = new Date('2026-09-30T23:30:00Z')
    const entries = [{ kind: 'earned', pence: 3_000 } as const]
    await makeCommission(deps, { refererId, at: new Date('2026-08-01T09:00:00Z'), entries })
    await makeCommission(deps, { refererId, at: firstNight, entries: [{ kind: 'earned', pence: 225 }] })
    await makePayout(deps, { refererId, quarter: '2026-Q3', status: 'paid', pence: 2_000 })
    await makePayout(deps, { refererId, quarter: '2026-Q2', status: 'pending', pence: 1_000 })
    await makePayout(deps, { refererId, quarter: '2026-Q2', status: 'void', pence: 1_100 })
    expect(await shownTotals(refererId)).toEqual({
      totalCommission: '32.25',
      totalPaid: '20.00',
      totalUnpaid: '12.25',
      thisQuarter: { quarterYear: '2026-Q4', amount: '2.25' },
    })
    deps.clock.set('2027-01-01T00:00:00Z')
    expect((await findTotals(deps, refererId)).quarter).toBe('2027-Q1')
    deps.clock.set('2026-11-21T10:00:00Z')
  })

  it('are 0 unpaid where more was paid than is left after a refund', async () => {
    const { id: refererId } = await makeReferer(deps)
    await makeCommission(deps, {
      refererId,
      entries: [
        { kind: 'earned', pence: 3_000 },
        { kind: 'reversed', pence: -3_000 },
      ],
    })
    await makePayout(deps, { refererId, quarter: '2026-Q3', status: 'paid', pence: 3_000 })
    expect(await shownTotals(refererId)).toMatchObject({
      totalCommission: '0.00',
      totalUnpaid: '0.00',
    })
  })
})

describe('sumLedgers', () => {
  it('agrees with each referer’s own sums', async () => {
    const sums = await sumLedgers(deps)
    const referers = await deps.db.referer.findMany({ select: { id: true } })
    expect(sums.size).toBeGreaterThan(3)
    for (const { id } of referers) {
      const totals = await findTotals(deps, id)
      const [commissions, payouts] = [await listCommissions(deps, id), await listPayouts(deps, id)]
      const own = sums.get(id)
      expect(own?.commissionPence ?? 0).toBe(totals.commissionPence)
      expect(own?.paidPence ?? 0).toBe(totals.paidPence)
      expect(own?.commissionCount ?? 0).toBe(commissions.length)
      expect(own?.payoutCount ?? 0).toBe(payouts.length)
    }
  })
})
