import { fc, test as property } from '@fast-check/vitest'
import { afterAll, describe, expect, test, vi } from 'vitest'
import {
  forfeitedOnEnding,
  minimumPayoutPence,
  payoutAmounts,
  planPayout,
  totalUnpaid,
  type UnpaidEntry,
} from '#shared/commission/payout.ts'
import { type Pence, pence } from '#shared/money/money.ts'
import { somePence } from '#tests/support/arbitraries.ts'
import { recordReliability } from '#tests/support/reliability.ts'
import { size } from '#tests/support/size.ts'

vi.setConfig({ testTimeout: size(60_000, 300_000) })

let lastId = 0

/** An entry of its own commission by default. */
function entry(amount: number, overrides: Partial<UnpaidEntry> = {}): UnpaidEntry {
  lastId += 1
  return {
    id: `entry-${lastId}`,
    commissionId: `commission-${lastId}`,
    kind: amount < 0 ? 'reversed' : 'earned',
    amountPence: pence(amount),
    isEstimate: false,
    isVatable: true,
    ...overrides,
  }
}

const terms = { vatRegistered: false, vatRate: 0.2, minimumPence: minimumPayoutPence }

describe('planPayout', () => {
  test('from £10 up a quarter is paid', () => {
    const entries = [entry(600), entry(400)]
    expect(planPayout({ entries, ...terms })).toEqual({
      action: 'pay',
      heldEntryIds: [],
      entryIds: entries.map(({ id }) => id),
      vatableEntryIds: [],
      orderCount: 2,
      payoutPence: 1_000,
      vatPence: 0,
      totalPence: 1_000,
    })
  })

  test('a registered referer is paid VAT on top: £68.14 and £13.63', () => {
    const plan = planPayout({ entries: [entry(6_814)], ...terms, vatRegistered: true })
    expect(plan).toMatchObject({ payoutPence: 6_814, vatPence: 1_363, totalPence: 8_177 })
  })

  test('what was earned before the registration is paid without VAT', () => {
    const [before, after] = [entry(5_000, { isVatable: false }), entry(1_000)]
    const plan = planPayout({ entries: [before, after], ...terms, vatRegistered: true })
    expect(plan).toMatchObject({ payoutPence: 6_000, vatPence: 200, totalPence: 6_200 })
    expect(plan).toMatchObject({ vatableEntryIds: [after.id] })
  })

  test('a reversal of what was earned before leaves the VAT on the rest; VAT is never below 0', () => {
    const reversed = entry(-500, { isVatable: false })
    const plan = planPayout({ entries: [entry(2_000), reversed], ...terms, vatRegistered: true })
    expect(plan).toMatchObject({ payoutPence: 1_500, vatPence: 400 })
    const old = entry(5_000, { isVatable: false })
    const none = planPayout({ entries: [old, entry(-500)], ...terms, vatRegistered: true })
    expect(none).toMatchObject({ payoutPence: 4_500, vatPence: 0 })
  })

  test('the minimum is compared without VAT', () => {
    const plan = planPayout({ entries: [entry(999)], ...terms, vatRegistered: true })
    expect(plan).toMatchObject({ action: 'carry', sumPence: 999 })
  })

  test('£8.76 is carried forward, and paid with the £35.38 of the next quarter', () => {
    const first = entry(876)
    expect(planPayout({ entries: [first], ...terms })).toMatchObject({ action: 'carry', sumPence: 876 })
    const next = planPayout({ entries: [first, entry(3_538)], ...terms })
    expect(next).toMatchObject({ action: 'pay', payoutPence: 4_414 })
  })

  test('a sum below 0 is carried forward too, and comes off the next', () => {
    const reversal = entry(-2_500)
    expect(planPayout({ entries: [reversal], ...terms })).toMatchObject({ action: 'carry', sumPence: -2_500 })
    expect(planPayout({ entries: [reversal, entry(4_000)], ...terms })).toMatchObject({ payoutPence: 1_500 })
  })

  test('nothing unpaid is nothing carried', () => {
    const plan = planPayout({ entries: [], ...terms })
    expect(plan).toEqual({ action: 'carry', heldEntryIds: [], entryIds: [], sumPence: 0 })
  })

  test('several entries of one order count it once, and entries of no order not at all', () => {
    const entries = [
      entry(5_000, { commissionId: 'a' }),
      entry(-1_000, { commissionId: 'a' }),
      entry(2_000, { commissionId: 'b' }),
      entry(-500, { commissionId: null, kind: 'forfeited' }),
    ]
    expect(planPayout({ entries, ...terms })).toMatchObject({ orderCount: 2, payoutPence: 5_500 })
  })

  test('an estimate waits for its correction, with all entries of the same order', () => {
    const estimate = entry(2_000, { commissionId: 'a', isEstimate: true })
    const reversal = entry(-500, { commissionId: 'a' })
    const settled = entry(1_200)
    const before = planPayout({ entries: [estimate, reversal, settled], ...terms })
    expect(before).toMatchObject({
      action: 'pay',
      entryIds: [settled.id],
      heldEntryIds: [estimate.id, reversal.id],
      payoutPence: 1_200,
    })
    const correction = entry(-3, { commissionId: 'a', kind: 'corrected' })
    const after = planPayout({ entries: [estimate, reversal, correction], ...terms })
    expect(after).toMatchObject({ action: 'pay', heldEntryIds: [], payoutPence: 1_497 })
  })

  test('a correction of nothing settles an estimate', () => {
    const entries = [
      entry(2_000, { commissionId: 'a', isEstimate: true }),
      entry(0, { commissionId: 'a', kind: 'corrected' }),
    ]
    expect(planPayout({ entries, ...terms })).toMatchObject({ action: 'pay', payoutPence: 2_000 })
  })
})

describe('ending a referer', () => {
  const table: [amounts: number[], action: string, forfeited: number][] = [
    [[1_000], 'pay', 0],
    [[999], 'forfeit', 999],
    [[1], 'forfeit', 1],
    [[-200], 'carry', 0],
    [[500, -500], 'carry', 0],
    [[], 'carry', 0],
  ]
  test.each(table)('with %j unpaid: %s, %d forfeited', (amounts, action, forfeited) => {
    const entries = amounts.map((amount) => entry(amount))
    expect(planPayout({ entries, ...terms, isEnded: true }).action).toBe(action)
    expect(forfeitedOnEnding(entries, minimumPayoutPence)).toBe(forfeited)
  })

  test('nothing is forfeited while a fee is an estimate', () => {
    const entries = [entry(500), entry(700, { isEstimate: true })]
    expect(forfeitedOnEnding(entries, minimumPayoutPence)).toBe(0)
    expect(planPayout({ entries, ...terms, isEnded: true })).toMatchObject({ action: 'carry', sumPence: 500 })
  })
})

describe('totalUnpaid', () => {
  test.each([
    [16_232, 5_290, 10_942],
    [500, 800, 0],
  ])('%d earned, %d paid: %d', (earned, paid, unpaid) => {
    expect(totalUnpaid(pence(earned), pence(paid))).toBe(unpaid)
  })
})

describe('the laws of payouts', () => {
  const someEntry = fc
    .record({
      commissionId: fc.option(fc.constantFrom('a', 'b', 'c', 'd')),
      kind: fc.constantFrom<UnpaidEntry['kind']>('earned', 'reversed', 'corrected', 'forfeited'),
      amountPence: fc.integer({ min: -3_000, max: 3_000 }).map(pence),
      isEstimate: fc.boolean(),
    })
    .map((given) => entry(0, { ...given, isEstimate: given.isEstimate && given.kind === 'earned' }))
  const quarter = fc.array(someEntry, { maxLength: 8 })
  const numRuns = size(200, 10_000)
  afterAll(() => recordReliability('payouts at once', numRuns, 'random quarters by rule'))

  property.prop([quarter, fc.boolean(), fc.boolean()], { numRuns })(
    'every entry is taken or held, and what is paid is the sum of what is taken',
    (entries, vatRegistered, isEnded) => {
      const plan = planPayout({ entries, ...terms, vatRegistered, isEnded })
      const taken = entries.filter(({ id }) => plan.entryIds.includes(id))
      expect([...plan.entryIds, ...plan.heldEntryIds].toSorted()).toEqual(
        entries.map(({ id }) => id).toSorted(),
      )
      const sum = taken.reduce((total, { amountPence }) => total + amountPence, 0)
      expect(plan.action === 'pay' ? plan.payoutPence : plan.sumPence).toBe(sum)
      expect(plan.action === 'pay').toBe(sum >= minimumPayoutPence)
    },
  )

  property.prop([fc.array(quarter, { maxLength: 8 })], { numRuns })(
    'over any history, what was paid and what is still unpaid is what the ledger says',
    (quarters) => {
      let unpaid: UnpaidEntry[] = []
      let paidPence = 0
      for (const written of quarters) {
        unpaid = [...unpaid, ...written]
        const plan = planPayout({ entries: unpaid, ...terms })
        if (plan.action !== 'pay') continue
        paidPence += plan.payoutPence
        unpaid = unpaid.filter(({ id }) => !plan.entryIds.includes(id))
      }
      const amounts = (entries: UnpaidEntry[]) =>
        entries.reduce((total, { amountPence }) => total + amountPence, 0)
      expect(paidPence + amounts(unpaid)).toBe(amounts(quarters.flat()))
    },
  )

  property.prop([somePence, fc.boolean()])('total is payout and VAT', (payout: Pence, vatRegistered) => {
    const vatablePence = vatRegistered ? payout : pence(0)
    const { payoutPence, vatPence, totalPence } = payoutAmounts(payout, { vatablePence, vatRate: 0.2 })
    expect(payoutPence + vatPence).toBe(totalPence)
    expect(vatPence).toBe(vatRegistered ? Math.floor((payout * 2 + 5) / 10) : 0)
  })
})
