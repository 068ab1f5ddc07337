import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { markPaid, payQuarter } from '#server/features/commissions/payouts/pay-payouts.ts'
import { listPayouts } from '#server/features/commissions/queries.ts'
import { payoutDetailsSchema } from '#server/features/documents/document-details.ts'
import { pence } from '#shared/money/money.ts'
import { closeFor, exportSeen, makePayee, QUARTER } from '#tests/server/features/commissions/payout-run.ts'
import { emptyTables } from '#tests/support/database.ts'
import { createTestDeps, TEST_NOW, type TestDeps } from '#tests/support/deps.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'

let deps: TestDeps
let adminId: string
beforeAll(async () => {
  const made = await createTestDeps()
  const changed = { from: new Date('2026-12-01T00:00:00Z'), rate: 0.25 }
  deps = { ...made, config: { ...made.config, payoutVatRates: [{ from: null, rate: 0.2 }, changed] } }
  adminId = (await makeAdmin(deps)).id
})
afterAll(() => deps.close())
beforeEach(async () => {
  await emptyTables(deps.db, 'Referer', 'Student')
  deps.clock.set(TEST_NOW)
})

const AFTER = '2026-12-02T10:00:00Z'

/** £30.00 with £6.00 of VAT, made at the old rate. */
async function onePayout() {
  const referer = await makePayee(deps, {
    ...{ pence: 3_000, isVatRegistered: true, vatNumber: 'GB111111162', addressLine1: '1 Meadow Lane' },
    ...{
      selfBillingFrom: new Date('2026-11-01T00:00:00Z'),
      selfBillingUntil: new Date('2027-11-01T00:00:00Z'),
    },
  })
  const [payout] = await closeFor(deps, [referer])
  return { refererId: referer.id, id: payout?.id ?? '' }
}

const livePayout = async (refererId: string) => (await listPayouts(deps, refererId))[0]

async function detailsOf(payoutId: string) {
  const { details } = await deps.db.document.findUniqueOrThrow({ where: { payoutId } })
  return payoutDetailsSchema.parse(details)
}

describe('a payout whose rate of VAT changed since', () => {
  it('is made again before it is paid, and its document has the rate of that day', async () => {
    const { refererId, id } = await onePayout()
    expect(await livePayout(refererId)).toMatchObject({ id, vatPence: 600 })
    deps.clock.set(AFTER)
    await expect(markPaid(deps, { id, adminId, paidAt: null })).rejects.toMatchObject({ code: 'CONFLICT' })
    const again = await livePayout(refererId)
    expect(again).toMatchObject({ payoutPence: 3_000, vatPence: 750, totalPence: 3_750 })
    await markPaid(deps, { id: again?.id ?? '', adminId, paidAt: null })
    expect(await detailsOf(again?.id ?? '')).toMatchObject({
      kind: 'selfBilledInvoice',
      vatRate: 0.25,
      totals: { netPence: 3_000, vatPence: 750, grossPence: 3_750 },
    })
  })

  it('has the rate of the day on which the admin says it was paid', async () => {
    const { id } = await onePayout()
    deps.clock.set(AFTER)
    await markPaid(deps, { id, adminId, paidAt: new Date('2026-11-30T12:00:00Z') })
    expect(await detailsOf(id)).toMatchObject({ vatRate: 0.2, totals: { vatPence: 600 } })
  })

  it('is made again for a bank file', async () => {
    const { refererId } = await onePayout()
    deps.clock.set(AFTER)
    await expect(exportSeen(deps, adminId)).rejects.toMatchObject({ code: 'CONFLICT' })
    const { totalPence } = await exportSeen(deps, adminId)
    expect(totalPence).toBe(3_750)
    expect(await livePayout(refererId)).toMatchObject({ vatPence: 750 })
  })

  it('stands in a bank file of before, and is paid on no day with another rate', async () => {
    const { id } = await onePayout()
    await exportSeen(deps, adminId)
    deps.clock.set(AFTER)
    const pay = (paidAt: Date | null) =>
      payQuarter(deps, { quarterYear: QUARTER, payoutIds: [id], totalPence: pence(3_600), paidAt, adminId })
    await expect(pay(null)).rejects.toMatchObject({ code: 'VAT_RATE_CHANGED' })
    expect(await pay(new Date('2026-11-30T12:00:00Z'))).toMatchObject({ paid: 1 })
    expect(await detailsOf(id)).toMatchObject({ vatRate: 0.2 })
  })
})
