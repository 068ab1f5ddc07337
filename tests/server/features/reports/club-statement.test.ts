import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { generatePayouts } from '#server/features/commissions/payouts/generate-payouts.ts'
import { markPaid } from '#server/features/commissions/payouts/pay-payouts.ts'
import { findClubStatement } from '#server/features/reports/club-statement.ts'
import { clubStatementOutput } from '#shared/schemas/payout-run-report.ts'
import { makeCommission } from '#tests/server/features/commissions/ledger.ts'
import { emptyTables } from '#tests/support/database.ts'
import { createTestDeps, TEST_NOW, type TestDeps } from '#tests/support/deps.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'
import { makeReferer } from '#tests/support/factories/referer.ts'

let deps: TestDeps
let adminId: string
let clubId: string
beforeAll(async () => {
  deps = await createTestDeps()
  adminId = (await makeAdmin(deps)).id
})
afterAll(() => deps.close())
beforeEach(async () => {
  await emptyTables(deps.db, 'Referer', 'Student')
  deps.clock.set(TEST_NOW)
  clubId = (await makeReferer(deps, { name: 'Ash', isVatRegistered: true, vatNumber: 'GB111111162' })).id
})

/** Of £60.00 with £10.00 VAT and no fee, 5% is £2.50. */
const EARNED = { kind: 'earned', pence: 250 } as const

async function sales(count: number, at: string, more: Parameters<typeof makeCommission>[1]['entries'] = []) {
  for (let made = 0; made < count; made++) {
    await makeCommission(deps, { refererId: clubId, at: new Date(at), entries: [EARNED, ...more] })
  }
}

const statement = async (quarterYear = '2026-Q3') =>
  clubStatementOutput.parse(await findClubStatement(deps, { clubId, quarterYear }))

describe('a club’s statement of a quarter', () => {
  it('is what was brought forward and earned, less what was reversed, and comes to its payout', async () => {
    await sales(2, '2026-05-10T09:00:00Z')
    await sales(3, '2026-08-10T09:00:00Z')
    await sales(1, '2026-08-11T09:00:00Z', [{ kind: 'reversed', pence: -250 }])
    expect(await statement('2026-Q2')).toMatchObject({
      ...{ problems: [], payout: null, isRunning: false },
      sums: { brought: '0.00', earned: '5.00', carried: '5.00', net: '0.00', total: '0.00' },
    })
    await generatePayouts(deps, '2026-Q3')
    const { id } = await deps.db.payout.findFirstOrThrow({ where: { refererId: clubId } })
    await markPaid(deps, { id, adminId, paidAt: null })
    const { entries, ...paid } = await statement()
    expect(paid).toMatchObject({
      ...{ name: 'Ash', problems: [], isRunning: false },
      sums: {
        ...{ brought: '5.00', earned: '10.00', corrected: '0.00', reversed: '-2.50', forfeited: '0.00' },
        ...{ carried: '0.00', net: '12.50', vat: '2.50', total: '15.00' },
      },
      payout: { isPaid: true, label: expect.stringMatching(/^PAY-/) },
    })
    expect(entries.map(({ kind, quarter, amount }) => [kind, quarter, amount])).toEqual([
      ['earned', '2026-Q2', '2.50'],
      ['earned', '2026-Q2', '2.50'],
      ...Array.from({ length: 4 }, () => ['earned', '2026-Q3', '2.50']),
      ['reversed', '2026-Q3', '-2.50'],
    ])
    const working = { paid: '60.00', vat: '10.00', fee: '0.00', net: '50.00', percent: 5 }
    expect(entries[0]?.working).toEqual(working)
    expect(entries.at(-1)?.working).toBeNull()
    // What that payout paid is no longer in the next.
    expect(await statement('2026-Q4')).toMatchObject({ isRunning: true, entries: [], problems: [] })
  })

  it('names a commission that is not the percentage of its net', async () => {
    const odd = [{ kind: 'earned', pence: 999 }] as const
    const { orderId } = await makeCommission(deps, {
      refererId: clubId,
      at: new Date('2026-08-10T09:00:00Z'),
      entries: [...odd],
    })
    expect((await statement()).problems).toEqual([
      `${orderId} earned £9.99, and 5% of its net £50.00 is £2.50.`,
    ])
  })

  it('names a payout that is other than its entries, and one that was not made', async () => {
    await sales(4, '2026-08-10T09:00:00Z')
    expect((await statement()).problems).toEqual(['£10.00 is due, and the payout was not made.'])
    await generatePayouts(deps, '2026-Q3')
    await deps.db.payout.updateMany({
      where: { refererId: clubId },
      data: { payoutPence: 1_100, totalPence: 1_300 },
    })
    expect((await statement()).problems).toEqual([
      'The statement comes to £10.00, and the payout is £11.00 without VAT.',
      'The payout to Ash is £11.00 without VAT, and its ledger entries are £10.00.',
    ])
  })

  it('is of a club and a quarter that there are', async () => {
    await expect(statement('2026-Q5')).rejects.toMatchObject({ code: 'QUARTER_INVALID' })
    await expect(findClubStatement(deps, { clubId: 'x', quarterYear: '2026-Q3' })).rejects.toMatchObject({
      code: 'REFERER_NOT_FOUND',
    })
  })
})
