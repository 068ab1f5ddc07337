import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { emptyTables } from '#tests/support/database.ts'
import { createTestDeps, TEST_NOW, type TestDeps } from '#tests/support/deps.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'
import { makeReferer } from '#tests/support/factories/referer.ts'
import { recordReliability } from '#tests/support/reliability.ts'
import { size } from '#tests/support/size.ts'
import { checkBooks, checkClosed } from './books.ts'
import { anyHistory, beginHistory, happen, PAID_HISTORY } from './history.ts'

let deps: TestDeps
let adminId: string
beforeAll(async () => {
  deps = await createTestDeps()
  adminId = (await makeAdmin(deps)).id
})
afterAll(() => deps.close())

it(
  'whatever happens: ledger, summaries and payouts agree to the penny, and nothing is paid twice',
  async () => {
    let paid = 0
    const numRuns = size(8, 400)
    await fc.assert(
      fc.asyncProperty(anyHistory, async (events) => {
        await emptyTables(deps.db, 'Referer', 'Student')
        deps.clock.set(TEST_NOW)
        const referers = [
          await makeReferer(deps),
          await makeReferer(deps, { isVatRegistered: true, vatNumber: 'GB111111162' }),
        ]
        const history = beginHistory(
          deps,
          adminId,
          referers.map(({ id }) => id),
        )
        for (const event of events) {
          await happen(history, event)
          await checkBooks(deps, history)
          if (event.what === 'close') await checkClosed(deps)
        }
        paid += history.firstPaid.size
      }),
      { numRuns, examples: [[PAID_HISTORY]] },
    )
    // The histories contain the cases they are for.
    expect(paid).toBeGreaterThan(0)
    recordReliability('payouts at once', numRuns, 'random histories in the database')
  },
  60 * 60_000,
)
