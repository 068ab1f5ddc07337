import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { commissionJobs } from '#server/features/commissions/jobs.ts'
import {
  generateLastQuarter,
  generatePayouts,
} from '#server/features/commissions/payouts/generate-payouts.ts'
import { presentGenerated } from '#server/features/commissions/present.ts'
import { listUnprocessed } from '#server/features/commissions/quarter-queries.ts'
import { generatePayoutsOutput } from '#shared/schemas/admin-reports.ts'
import { makeCommission } from '#tests/server/features/commissions/ledger.ts'
import { emptyTables } from '#tests/support/database.ts'
import { createTestDeps, TEST_NOW, type TestDeps } from '#tests/support/deps.ts'
import { makeReferer } from '#tests/support/factories/referer.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())
beforeEach(async () => {
  deps.clock.set(TEST_NOW)
  await emptyTables(deps.db, 'Referer', 'Student')
})

const inQ2 = new Date('2026-05-10T09:00:00Z')
const inQ3 = new Date('2026-08-10T09:00:00Z')
const inQ4 = new Date('2026-10-10T09:00:00Z')

const earned = (pence: number) => ({ kind: 'earned', pence }) as const
const earn = (refererId: string, pence: number, at: Date) =>
  makeCommission(deps, { refererId, at, entries: [earned(pence)] })

function payoutsOf(refererId: string) {
  return deps.db.payout.findMany({
    where: { refererId },
    orderBy: { quarter: 'asc' },
    select: { quarter: true, status: true, payoutPence: true, vatPence: true, orderCount: true },
  })
}

describe('generatePayouts', () => {
  it('refuses the running quarter, a future one and an invalid label', async () => {
    for (const label of ['2026-Q4', '2027-Q1']) {
      await expect(generatePayouts(deps, label)).rejects.toMatchObject({ code: 'QUARTER_NOT_CLOSED' })
    }
    await expect(generatePayouts(deps, 'Q3')).rejects.toMatchObject({ code: 'QUARTER_INVALID' })
  })

  it('pays everything unpaid up to the quarter’s end, with sums carried forward', async () => {
    const { id } = await makeReferer(deps)
    await earn(id, 999, inQ2)
    await earn(id, 400, inQ3)
    await earn(id, 5_000, inQ4)
    expect(await generatePayouts(deps, '2026-Q2')).toMatchObject({ payouts: [], carriedForward: 1 })
    const made = await generatePayouts(deps, '2026-Q3')
    expect(generatePayoutsOutput.parse(presentGenerated(made))).toMatchObject({
      quarterYear: '2026-Q3',
      carriedForward: 0,
      payouts: [{ payoutAmount: '13.99', vatAmount: '0.00', commissionCount: 2, status: 'pending' }],
    })
  })

  it('pays £10.00 and carries £9.99', async () => {
    const [exact, short] = [await makeReferer(deps), await makeReferer(deps)]
    await earn(exact.id, 1_000, inQ3)
    await earn(short.id, 999, inQ3)
    expect(await generatePayouts(deps, '2026-Q3')).toMatchObject({ carriedForward: 1 })
    expect(await payoutsOf(exact.id)).toMatchObject([{ payoutPence: 1_000 }])
    expect(await payoutsOf(short.id)).toEqual([])
  })

  it('pays the registered 20 % more as VAT, half a penny up', async () => {
    const { id } = await makeReferer(deps, { isVatRegistered: true, vatNumber: 'GB111111162' })
    await earn(id, 1_003, inQ3)
    await generatePayouts(deps, '2026-Q3')
    expect(await payoutsOf(id)).toMatchObject([{ payoutPence: 1_003, vatPence: 201 }])
  })

  it('carries a debt and deducts it from the next payout', async () => {
    const { id } = await makeReferer(deps)
    await makeCommission(deps, {
      refererId: id,
      at: inQ2,
      entries: [{ kind: 'reversed', pence: -700 }],
    })
    await earn(id, 1_500, inQ3)
    expect(await generatePayouts(deps, '2026-Q2')).toMatchObject({ payouts: [], carriedForward: 1 })
    await earn(id, 300, inQ4)
    deps.clock.set('2027-01-02T09:00:00Z')
    await generatePayouts(deps, '2026-Q3')
    await generatePayouts(deps, '2026-Q4')
    expect(await payoutsOf(id)).toMatchObject([{ quarter: '2026-Q4', payoutPence: 1_100 }])
  })

  it('waits for an estimated card fee, also when it became known after the quarter', async () => {
    const { id } = await makeReferer(deps)
    await earn(id, 1_200, inQ3)
    await makeCommission(deps, {
      refererId: id,
      at: inQ3,
      entries: [
        { kind: 'earned', pence: 2_000, isEstimate: true },
        { kind: 'reversed', pence: -500 },
        { kind: 'corrected', pence: 10, at: inQ4 },
      ],
    })
    await generatePayouts(deps, '2026-Q3')
    deps.clock.set('2027-01-02T09:00:00Z')
    await generatePayouts(deps, '2026-Q4')
    expect(await payoutsOf(id)).toMatchObject([
      { quarter: '2026-Q3', payoutPence: 1_200, orderCount: 1 },
      { quarter: '2026-Q4', payoutPence: 1_510, orderCount: 1 },
    ])
  })

  it('returns the same when repeated', async () => {
    const [paid, carried] = [await makeReferer(deps), await makeReferer(deps)]
    await earn(paid.id, 2_000, inQ3)
    await earn(carried.id, 500, inQ3)
    const first = await generatePayouts(deps, '2026-Q3')
    expect(await generatePayouts(deps, '2026-Q3')).toEqual(first)
  })

  it('adds a late entry of a quarter to the next payout', async () => {
    const { id } = await makeReferer(deps)
    await earn(id, 2_000, inQ3)
    await generatePayouts(deps, '2026-Q3')
    await earn(id, 1_500, inQ3)
    await generatePayouts(deps, '2026-Q3')
    deps.clock.set('2027-01-02T09:00:00Z')
    await generatePayouts(deps, '2026-Q4')
    expect(await payoutsOf(id)).toMatchObject([{ payoutPence: 2_000 }, { payoutPence: 1_500 }])
  })
})

describe('the end of a quarter', () => {
  it.each([
    ['spring into summer time', '2026-Q1', '2026-03-31T22:59:59.999Z', '2026-03-31T23:00:00.000Z'],
    ['midsummer', '2026-Q2', '2026-06-30T22:59:59.999Z', '2026-06-30T23:00:00.000Z'],
    ['autumn', '2026-Q3', '2026-09-30T22:59:59.999Z', '2026-09-30T23:00:00.000Z'],
    ['the year’s end', '2026-Q4', '2026-12-31T23:59:59.999Z', '2027-01-01T00:00:00.000Z'],
  ])('is midnight in London: %s', async (_name, label, before, after) => {
    const { id } = await makeReferer(deps)
    const last = await earn(id, 1_000, new Date(before))
    await earn(id, 1_000, new Date(after))
    deps.clock.set(before)
    await expect(generatePayouts(deps, label)).rejects.toMatchObject({ code: 'QUARTER_NOT_CLOSED' })
    deps.clock.set(after)
    const { quarter, payouts } = await generateLastQuarter(deps)
    expect([quarter, payouts.length]).toEqual([label, 1])
    const entries = await deps.db.payoutEntry.findMany({
      select: { entry: { select: { commissionId: true } } },
    })
    expect(entries).toEqual([{ entry: { commissionId: last.commissionId } }])
  })
})

describe('the hourly job', () => {
  it('makes the payouts of the last quarter, with those of an older one', async () => {
    const { id } = await makeReferer(deps)
    await earn(id, 1_200, inQ2)
    await earn(id, 100, inQ3)
    const job = commissionJobs['commissions.generatePayouts']
    await job.handle(deps)
    await job.handle(deps)
    expect(await payoutsOf(id)).toMatchObject([{ quarter: '2026-Q3', payoutPence: 1_300 }])
    expect(job.everyMs).toBe(3_600_000)
  })
})

describe('unprocessed quarters', () => {
  it('are those that would make a payout, newest first, with orders and sum', async () => {
    const [one, two, small] = [await makeReferer(deps), await makeReferer(deps), await makeReferer(deps)]
    await earn(one.id, 2_000, inQ2)
    await earn(one.id, 300, inQ3)
    await earn(two.id, 600, inQ2)
    await earn(two.id, 500, inQ3)
    await earn(small.id, 999, inQ2)
    await earn(one.id, 9_000, inQ4)
    expect(await listUnprocessed(deps)).toEqual([
      { quarterYear: '2026-Q3', commissionCount: 2, commissionAmount: 800 },
      { quarterYear: '2026-Q2', commissionCount: 1, commissionAmount: 2_000 },
    ])
    await generatePayouts(deps, '2026-Q2')
    expect(await listUnprocessed(deps)).toEqual([
      { quarterYear: '2026-Q3', commissionCount: 1, commissionAmount: 500 },
    ])
    await generatePayouts(deps, '2026-Q3')
    expect(await listUnprocessed(deps)).toEqual([])
  })

  it('count an estimate from the quarter in which its fee became known', async () => {
    const { id } = await makeReferer(deps)
    const estimate = { kind: 'earned', pence: 2_000, isEstimate: true } as const
    await makeCommission(deps, { refererId: id, at: inQ2, entries: [estimate] })
    expect(await listUnprocessed(deps)).toEqual([])
    const corrected = { kind: 'corrected', pence: 5, at: inQ3 } as const
    await makeCommission(deps, { refererId: id, at: inQ2, entries: [estimate, corrected] })
    expect(await listUnprocessed(deps)).toEqual([
      { quarterYear: '2026-Q3', commissionCount: 1, commissionAmount: 2_005 },
    ])
  })
})
