import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { generatePayouts } from '#server/features/commissions/payouts/generate-payouts.ts'
import { markPaid } from '#server/features/commissions/payouts/pay-payouts.ts'
import { fillLedger, owedUpTo, writtenByCloses } from '#tests/server/features/commissions/bulk-ledger.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'
import { bundleProgram, type Program } from '#tests/support/program.ts'
import { recordReliability } from '#tests/support/reliability.ts'
import { size } from '#tests/support/size.ts'

let program: Program
beforeAll(async () => {
  program = await bundleProgram('tests/server/features/commissions/payouts/generate-in-child.ts')
})
afterAll(() => program.remove())

const opened: TestDeps[] = []
afterEach(async () => {
  for (const deps of opened.splice(0)) await deps.close()
})

async function filled(ledger: { referers: number; entries: number }): Promise<TestDeps> {
  const deps = await createTestDeps()
  opened.push(deps)
  await fillLedger(deps, ledger)
  return deps
}

const WHOLE = { referers: size(30, 1_000), entries: size(3_000, 100_000) }
const LONG_MS = 15 * 60_000

async function expectRight(deps: TestDeps, quarter: string): Promise<void> {
  const { payouts } = await writtenByCloses(deps)
  const owed = await owedUpTo(deps, quarter)
  expect(owed.length).toBeGreaterThan(10)
  expect(payouts.map(({ refererId, pence, orders }) => ({ refererId, pence, orders }))).toEqual(owed)
  const twice = await deps.db.$queryRaw<unknown[]>`
    select "entryId" from "PayoutEntry" where not "isVoid" group by 1 having count(*) > 1`
  expect(twice).toEqual([])
}

describe('closing a quarter', () => {
  it(
    'twice at the same instant makes one payout each, of what is owed',
    async () => {
      const deps = await filled(WHOLE)
      const [one, other] = await Promise.all([1, 2].map(() => generatePayouts(deps, '2026-Q3')))
      expect(one?.payouts).toEqual(other?.payouts)
      await expectRight(deps, '2026-Q3')
      const before = await writtenByCloses(deps)
      await generatePayouts(deps, '2026-Q3')
      expect(await writtenByCloses(deps)).toEqual(before)
    },
    LONG_MS,
  )

  it('takes one transaction for twenty referers', async () => {
    const deps = await filled({ referers: 40, entries: 2_000 })
    const begun = vi.spyOn(deps.db, '$transaction')
    await generatePayouts(deps, '2026-Q3')
    expect(begun).toHaveBeenCalledTimes(2)
    await expectRight(deps, '2026-Q3')
  })

  it('fifty times at once makes one payout each', async () => {
    const deps = await filled({ referers: 20, entries: 2_000 })
    const runs = await Promise.all(Array.from({ length: 50 }, () => generatePayouts(deps, '2026-Q3')))
    for (const { payouts } of runs) expect(payouts).toEqual(runs[0]?.payouts)
    await expectRight(deps, '2026-Q3')
    recordReliability('payouts at once', runs.length, 'runs at once')
  })

  it(
    'by a process that is killed in the middle, and again, comes to the same as once',
    async () => {
      const [clean, killed] = [await filled(WHOLE), await filled(WHOLE)]
      await generatePayouts(clean, '2026-Q3')
      const expected = await writtenByCloses(clean)
      await closeAndKill(killed, '2026-Q3')
      const halfway = await writtenByCloses(killed)
      expect(halfway.payouts.length).toBeGreaterThan(0)
      expect(halfway.payouts.length).toBeLessThan(expected.payouts.length)
      expect(expected.forfeits.length).toBeGreaterThan(0)
      await generatePayouts(killed, '2026-Q3')
      expect(await writtenByCloses(killed)).toEqual(expected)
      await expectRight(killed, '2026-Q3')
    },
    LONG_MS,
  )

  it(
    'of one referer with all the sales pays them in one payout, with its document',
    async () => {
      const deps = await filled({ referers: 1, entries: WHOLE.entries })
      const { payouts } = await generatePayouts(deps, '2026-Q3')
      const [owed] = await owedUpTo(deps, '2026-Q3')
      expect(payouts).toMatchObject([{ payoutPence: owed?.pence, orderCount: owed?.orders }])
      const { id: adminId } = await makeAdmin(deps)
      await markPaid(deps, { id: payouts[0]?.id ?? '', adminId, paidAt: null })
      const { details } = await deps.db.document.findFirstOrThrow({ select: { details: true } })
      expect(details).toMatchObject({ totals: { netPence: owed?.pence } })
    },
    LONG_MS,
  )

  it('continues after a referer that fails, and throws at the end', async () => {
    const deps = await filled({ referers: 20, entries: 2_000 })
    await deps.db.$executeRaw`
      alter table "Payout" add constraint "not_this_one" check ("refererId" <> 'r5')`
    await expect(generatePayouts(deps, '2026-Q3')).rejects.toThrow('Some payouts could not be made')
    expect(await deps.db.payout.count({ where: { refererId: { not: 'r5' } } })).toBeGreaterThan(10)
    await deps.db.$executeRaw`alter table "Payout" drop constraint "not_this_one"`
    await generatePayouts(deps, '2026-Q3')
    await expectRight(deps, '2026-Q3')
  })
})

/** Locks a referer, so that the child blocks with its transaction open, and kills it with SIGKILL. */
async function closeAndKill(deps: TestDeps, quarter: string): Promise<void> {
  const args = [program.file, deps.databaseUrl, deps.clock.now().toISOString(), quarter]
  const holder = await deps.pool.connect()
  await holder.query('begin')
  await holder.query(`select 1 from "Referer" where "id" = 'r3' for update`)
  const child = spawn(process.execPath, args, { stdio: 'ignore' })
  const ended = once(child, 'exit')
  try {
    await vi.waitFor(() => expectWaiting(deps), { timeout: LONG_MS, interval: 100 })
  } finally {
    child.kill('SIGKILL')
    await ended
    await holder.query('rollback')
    holder.release()
  }
}

async function expectWaiting({ pool }: TestDeps): Promise<void> {
  const { rows } = await pool.query(
    `select 1 from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and query like '%"Referer"%'`,
  )
  expect(rows).toHaveLength(1)
}
