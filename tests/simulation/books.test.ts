import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { bankReference } from '#server/features/referers/bank-account.ts'
import { makeCommission, makePayout } from '#tests/server/features/commissions/ledger.ts'
import { emptyTables } from '#tests/support/database.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeReferer } from '#tests/support/factories/referer.ts'
import { OWED, type Owed } from './bank.ts'
import { SETTLED_BOOKS } from './books.ts'
import { findIds } from './laws.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())
beforeEach(() => emptyTables(deps.db, 'Referer', 'Student'))

const lettersOf = (reference: string) => reference.replace(/[^A-Z0-9]/g, '')

/** The referers whose quarter the law wants closed. */
async function findOpenQuarters(now: string): Promise<string[]> {
  deps.clock.set(now)
  const statement = SETTLED_BOOKS['a quarter that has ended is closed'] ?? ''
  return findIds({ db: deps.pool, clock: deps.clock }, statement)
}

it('gives a quarter two days after its last entry to be closed: a month of seed 3', async () => {
  const club = await makeReferer(deps)
  const quarter = '2026-Q3'
  await makeCommission(deps, {
    refererId: club.id,
    entries: [
      { kind: 'earned', pence: 1_500, at: new Date('2026-09-20T09:00:00Z') },
      { kind: 'reversed', pence: -1_200, at: new Date('2026-10-04T09:00:00Z'), quarter },
      // The refund failed after it had voided the payout.
      { kind: 'reversed', pence: 1_200, at: new Date('2026-10-04T18:00:00Z'), quarter },
    ],
  })
  expect(await findOpenQuarters('2026-10-06T17:00:00Z')).toEqual([])
  expect(await findOpenQuarters('2026-10-06T19:00:00Z')).toEqual([club.id])
})

it.each(['CLUB', 'SIMULATED', 'LATER-CLUB-27', 'SIMULATEDCLUB'])(
  'knows the payment reference of a club with the code %s: seed 6016',
  async (referralCode) => {
    const club = await makeReferer(deps, { referralCode })
    await makePayout(deps, { refererId: club.id, quarter: '2026-Q3', status: 'paid', pence: 2_000 })
    const { rows } = await deps.pool.query<Owed>(OWED)
    expect(rows.map(({ reference }) => reference)).toEqual([
      lettersOf(bankReference('2026-Q3', referralCode)),
    ])
  },
)
