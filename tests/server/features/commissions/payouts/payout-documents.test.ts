import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPayoutDocument } from '#server/features/commissions/payouts/payout-documents.ts'
import { makePayout } from '#tests/server/features/commissions/ledger.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeReferer } from '#tests/support/factories/referer.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())

describe('openPayoutDocument', () => {
  it('finds no document of a payout that is pending, void, unnumbered, another referer’s or unknown', async () => {
    const { id: refererId } = await makeReferer(deps)
    const other = await makeReferer(deps)
    const make = (owner: string, quarter: string, status: 'paid' | 'pending' | 'void') =>
      makePayout(deps, { refererId: owner, quarter, status, pence: 1_000 })
    const ids = [
      await make(refererId, '2026-Q1', 'pending'),
      await make(refererId, '2026-Q2', 'void'),
      await make(refererId, '2026-Q3', 'paid'),
      await make(other.id, '2026-Q3', 'paid'),
      'nothing',
    ]
    for (const payoutId of ids) {
      await expect(openPayoutDocument(deps, { payoutId, refererId })).rejects.toMatchObject({
        code: 'INVOICE_NOT_FOUND',
        message: 'We could not find that invoice.',
      })
    }
  })
})
