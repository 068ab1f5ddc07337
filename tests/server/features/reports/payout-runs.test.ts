import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { generatePayouts } from '#server/features/commissions/payouts/generate-payouts.ts'
import { markPaid } from '#server/features/commissions/payouts/pay-payouts.ts'
import { markPending } from '#server/features/commissions/payouts/reverse-payments.ts'
import { findPayoutRun, listRunSums } from '#server/features/reports/payout-runs.ts'
import { payoutRunReportOutput, payoutRunSumsOutput } from '#shared/schemas/payout-run-report.ts'
import { makeCommission } from '#tests/server/features/commissions/ledger.ts'
import { emptyTables } from '#tests/support/database.ts'
import { createTestDeps, TEST_NOW, type TestDeps } from '#tests/support/deps.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'
import { makeReferer } from '#tests/support/factories/referer.ts'

let deps: TestDeps
let adminId: string
beforeAll(async () => {
  deps = await createTestDeps()
  adminId = (await makeAdmin(deps)).id
})
afterAll(() => deps.close())
beforeEach(async () => {
  await emptyTables(deps.db, 'Referer', 'Student')
  deps.clock.set(TEST_NOW)
})

const run = async () => payoutRunReportOutput.parse(await findPayoutRun(deps, '2026-Q3'))

async function payoutTo(name: string, pence: number) {
  const { id: refererId } = await makeReferer(deps, { name })
  const at = new Date('2026-08-10T09:00:00Z')
  await makeCommission(deps, { refererId, at, entries: [{ kind: 'earned', pence }] })
  await generatePayouts(deps, '2026-Q3')
  return deps.db.payout.findFirstOrThrow({ where: { refererId } })
}

describe('a payout run', () => {
  it('is the sum of the ledger entries that it pays, with what became of each payout', async () => {
    const first = await payoutTo('Ash', 1_500)
    await payoutTo('Beech', 2_000)
    await markPaid(deps, { id: first.id, adminId, paidAt: null })
    const { sums, payouts, problems } = await run()
    expect(problems).toEqual([])
    expect(sums).toEqual({ net: '35.00', vat: '0.00', total: '35.00', entries: '35.00' })
    expect(
      payouts.map(({ name, isPaid, entries, label }) => [name, isPaid, entries, label !== null]),
    ).toEqual([
      ['Ash', true, 1, true],
      ['Beech', false, 1, false],
    ])
    expect(payoutRunSumsOutput.parse(await listRunSums(deps.db))).toEqual([
      { quarterYear: '2026-Q3', payouts: 2, paid: 1, total: '35.00', paidTotal: '15.00' },
    ])
  })

  it('names a payout that is other than its entries, and one that the bank sent back', async () => {
    const first = await payoutTo('Ash', 1_500)
    await markPaid(deps, { id: first.id, adminId, paidAt: null })
    await markPending(deps, { id: first.id, adminId })
    const second = await payoutTo('Beech', 2_000)
    await deps.db.payout.update({ where: { id: second.id }, data: { payoutPence: 2_100, totalPence: 2_100 } })
    const { problems } = await run()
    expect(problems[0]).toMatch(/ is for Payout 2026-Q3 to Ash, which is not paid: it is pending\.$/)
    expect(problems[1]).toBe('The payout to Beech is £21.00 without VAT, and its ledger entries are £20.00.')
  })

  it('says why the bank file would leave a payout out', async () => {
    await payoutTo('Ash', 1_500)
    const { refererId } = await payoutTo('Beech', 2_000)
    await deps.db.referer.update({
      where: { id: refererId },
      data: { bankChangedAt: TEST_NOW, bankReviewedAt: null },
    })
    expect((await run()).payouts.map(({ name, problem }) => [name, problem])).toEqual([
      ['Ash', 'noBankDetails'],
      ['Beech', 'bankUnreviewed'],
    ])
  })

  it('refuses what is no quarter', async () => {
    await expect(findPayoutRun(deps, '2026-Q5')).rejects.toMatchObject({ code: 'QUARTER_INVALID' })
  })
})
