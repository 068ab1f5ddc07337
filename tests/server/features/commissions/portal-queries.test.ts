import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { endReferer } from '#server/features/commissions/payouts/end-referer.ts'
import { generatePayouts } from '#server/features/commissions/payouts/generate-payouts.ts'
import { markPaid } from '#server/features/commissions/payouts/pay-payouts.ts'
import { listPortalPayouts, listReferrals, sumStates } from '#server/features/commissions/portal-queries.ts'
import { presentPortalPayout, presentReferral, presentStates } from '#server/features/commissions/present.ts'
import { findTotals } from '#server/features/commissions/queries.ts'
import { refererPortalOutput } from '#shared/schemas/referer-portal.ts'
import { createTestDeps, TEST_NOW, type TestDeps } from '#tests/support/deps.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'
import { makeReferer } from '#tests/support/factories/referer.ts'
import { makeCommission } from './ledger.ts'

let deps: TestDeps
let adminId: string
beforeAll(async () => {
  deps = await createTestDeps()
  adminId = (await makeAdmin(deps)).id
})
afterAll(() => deps.close())
beforeEach(() => deps.clock.set(TEST_NOW))

const { states, referrals } = refererPortalOutput.shape
const inQ2 = new Date('2026-05-10T09:00:00Z')
const inQ3 = new Date('2026-08-10T09:00:00Z')
const earned = (pence: number) => ({ kind: 'earned', pence }) as const

describe('the portal', () => {
  it('labels every amount, and counts every penny once', async () => {
    const { id: refererId } = await makeReferer(deps)
    const make = (at: Date, ...entries: Parameters<typeof makeCommission>[1]['entries']) =>
      makeCommission(deps, { refererId, at, entries })
    await make(inQ2, earned(1_200))
    await generatePayouts(deps, '2026-Q2')
    const [payout] = await listPortalPayouts(deps, refererId)
    await markPaid(deps, { id: payout?.id ?? '', adminId, paidAt: null })
    await make(inQ3, earned(1_100))
    await generatePayouts(deps, '2026-Q3')
    await make(new Date('2026-08-11T09:00:00Z'), earned(90))
    await make(new Date('2026-10-02T09:00:00Z'), earned(300), { kind: 'reversed', pence: -300 })
    await make(
      new Date('2026-10-03T09:00:00Z'),
      { kind: 'earned', pence: 200, isEstimate: true },
      { kind: 'reversed', pence: -50 },
    )
    await make(
      new Date('2026-10-04T09:00:00Z'),
      { kind: 'earned', pence: 200, isEstimate: true },
      { kind: 'corrected', pence: -1 },
    )

    const shown = referrals.parse((await listReferrals(deps, refererId)).map(presentReferral))
    expect(shown.map(({ state, commissionAmount }) => [state, commissionAmount])).toEqual([
      ['earned', '1.99'],
      ['earned', '1.50'],
      ['reversed', '0.00'],
      ['carriedForward', '0.90'],
      ['due', '11.00'],
      ['paid', '12.00'],
    ])
    expect(shown.map(({ waitsForFee }) => waitsForFee)).toEqual([false, true, false, false, false, false])
    expect(shown[1]).toMatchObject({ earnedAmount: '2.00', reversedAmount: '-0.50' })
    expect(shown[0]).toMatchObject({ earnedAmount: '1.99', correctedAmount: '-0.01' })
    const sums = await sumStates(deps, refererId)
    expect(states.parse(presentStates(sums))).toEqual({
      open: '3.49',
      carriedForward: '0.90',
      due: '11.00',
      paid: '12.00',
      forfeited: '0.00',
    })
    const { commissionPence, paidPence } = await findTotals(deps, refererId)
    expect(sums.openPence + sums.carriedPence + sums.duePence + sums.paidPence).toBe(commissionPence)
    expect(sums.paidPence).toBe(paidPence)

    const document = { number: expect.stringMatching(/^PAY-\d{6}$/), kind: 'commissionStatement' }
    expect((await listPortalPayouts(deps, refererId)).map(presentPortalPayout)).toMatchObject([
      { quarterYear: '2026-Q3', status: 'pending', document: null },
      { quarterYear: '2026-Q2', status: 'paid', document },
    ])
    deps.clock.set('2027-01-01T00:00:00Z')
    expect(states.parse(presentStates(await sumStates(deps, refererId)))).toMatchObject({
      open: '0.00',
      carriedForward: '4.39',
    })
  })

  it('shows what was forfeited when the agreement ended', async () => {
    const { id } = await makeReferer(deps)
    await makeCommission(deps, { refererId: id, entries: [earned(400)] })
    await endReferer(deps, { id, reason: null, adminId })
    expect(states.parse(presentStates(await sumStates(deps, id)))).toMatchObject({
      open: '0.00',
      forfeited: '-4.00',
    })
  })
})
