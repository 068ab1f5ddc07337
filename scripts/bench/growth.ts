import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig } from '#server/config.ts'
import { startPostgres } from '#server/demo/postgres.ts'
import type { Deps } from '#server/deps.ts'
import { generatePayouts } from '#server/features/commissions/payouts/generate-payouts.ts'
import { listPortalPayouts, listReferrals, sumStates } from '#server/features/commissions/portal-queries.ts'
import { findTotals } from '#server/features/commissions/queries.ts'
import { getOrderPage } from '#server/features/order-admin/order-list.ts'
import { loadDashboard } from '#server/features/playback/queries.ts'
import {
  listCredits,
  listMonths,
  listRefererSums,
  listVideoSales,
  sumPaidOut,
} from '#server/features/reports/analytics-queries.ts'
import { openQuarterReport } from '#server/features/reports/quarter-report.ts'
import { openDatabase } from '#server/infra/db.ts'
import { createLogger } from '#server/infra/log.ts'
import { migrate } from '#server/infra/migrate.ts'
import { createPasswords } from '#server/infra/password-hashing.ts'
import { projectRoot } from '#server/infra/root.ts'
import { createSeal } from '#server/infra/seal.ts'
import { labelOf, previousQuarter, quarterOf, rangeOf } from '#shared/calendar/quarter.ts'
import { seedCatalog } from '../../prisma/seed/catalog.ts'
import { seedLarge } from '../../prisma/seed/large.ts'

const SIZES = [10_000, 100_000, 1_000_000]
const REFERERS = 1_000
const QUARTERS = 12
const RUNS = 5

type GrowthDeps = Pick<Deps, 'db' | 'pool' | 'clock' | 'config' | 'passwords' | 'seal' | 'log'>

/** What is measured, in milliseconds; `once`: it cannot be repeated on the same data. */
const PATHS: Record<string, { run: (deps: GrowthDeps, ids: Ids) => Promise<unknown>; once?: true }> = {
  'dashboard of a student': { run: (deps, { studentId }) => loadDashboard(deps, studentId) },
  'portal of the largest referer': {
    run: (deps, { refererId }) =>
      Promise.all([
        findTotals(deps, refererId),
        sumStates(deps, refererId),
        listReferrals(deps, refererId),
        listPortalPayouts(deps, refererId),
      ]),
  },
  'list of orders': { run: (deps) => getOrderPage(deps, search(null)) },
  'orders, a rare word': { run: (deps, { email }) => getOrderPage(deps, search(email)) },
  'orders, a word in each': { run: (deps) => getOrderPage(deps, search('example')) },
  analytics: {
    run: ({ db, clock }) =>
      Promise.all([
        sumPaidOut(db),
        listVideoSales(db),
        listCredits(db),
        listRefererSums(db),
        listMonths(db, clock.now()),
      ]),
  },
  'CSV of a quarter': { run: (deps) => readReport(deps) },
  'quarter close': { run: (deps) => closeRunningQuarter(deps), once: true },
}

type Ids = { studentId: string; refererId: string; email: string }

const search = (words: string | null) => ({ words, shown: 'all' as const, cursor: null, limit: 50 })

/** Prints how long each path takes with so many orders, and the exponent of its growth: 1 is linear. */
export async function printGrowth(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'growth-'))
  const figures = new Map(Object.keys(PATHS).map((name) => [name, [] as number[]]))
  const memory: number[] = []
  try {
    for (const sales of SIZES) await measureSize(join(folder, String(sales)), sales, { figures, memory })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  const say = (line: string) => process.stdout.write(`${line}\n`)
  say(`\n| orders | ${SIZES.map((size) => size.toLocaleString('en-GB')).join(' | ')} | exponent |`)
  say(`| --- |${' --- |'.repeat(SIZES.length + 1)}`)
  for (const [name, times] of figures)
    say(`| ${name} | ${times.map(milliseconds).join(' | ')} | ${exponentOf(times).toFixed(2)} |`)
  say(
    `| memory that the CSV adds | ${memory.map((bytes) => `${(bytes / 2 ** 20).toFixed(0)} MiB`).join(' | ')} | |`,
  )
}

async function measureSize(
  folder: string,
  sales: number,
  { figures, memory }: { figures: Map<string, number[]>; memory: number[] },
): Promise<void> {
  const server = await startPostgres(folder, {})
  const config = loadConfig({ DATA_DIR: folder })
  await migrate(server.url, join(projectRoot, 'prisma/migrations'))
  const { prisma: db, pool, close } = openDatabase(server.url, undefined, { allowSlowStatements: true })
  const deps: GrowthDeps = {
    db,
    pool,
    clock: { now: () => new Date() },
    config,
    passwords: createPasswords(),
    seal: createSeal(config.dataKeys),
    log: createLogger({ level: 'error', pretty: true }),
  }
  try {
    await seedCatalog(deps)
    await seedLarge(deps, { sales, referers: REFERERS, quarters: QUARTERS })
    await pool.query('vacuum analyze')
    const ids = await findIds(deps)
    for (const [name, { run, once }] of Object.entries(PATHS)) {
      if (!once) await run(deps, ids) // warm up
      const before = process.memoryUsage().rss
      const times: number[] = []
      for (let count = 0; count < (once ? 1 : RUNS); count += 1) {
        const began = performance.now()
        await run(deps, ids)
        times.push(performance.now() - began)
      }
      figures.get(name)?.push(times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0)
      if (name === 'CSV of a quarter') memory.push(Math.max(0, process.memoryUsage().rss - before))
      process.stderr.write(`${sales}: ${name} ${milliseconds(figures.get(name)?.at(-1) ?? 0)}\n`)
    }
  } finally {
    await close()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A student with entitlements, and the referer with the most orders. */
async function findIds({ pool }: GrowthDeps): Promise<Ids> {
  const { rows } = await pool.query<Ids>(
    `select (select "studentId" from "Entitlement" order by "expiresAt" desc limit 1) as "studentId",
       (select "refererId" from "Commission" group by 1 order by count(*) desc limit 1) as "refererId",
       (select email from "Student" order by "createdAt" desc limit 1) as email`,
  )
  const [ids] = rows
  if (!ids) throw new Error('The large demo has no sales')
  return ids
}

async function readReport(deps: GrowthDeps): Promise<number> {
  let bytes = 0
  const report = await openQuarterReport(deps, labelOf(previousQuarter(quarterOf(deps.clock.now()))))
  for await (const piece of report) bytes += piece.length
  return bytes
}

/** The payouts of the running quarter, as on the morning after its end. */
async function closeRunningQuarter(deps: GrowthDeps): Promise<unknown> {
  const running = quarterOf(deps.clock.now())
  const after = new Date(rangeOf(running).end.getTime() + 3_600_000)
  return generatePayouts({ ...deps, clock: { now: () => after } }, labelOf(running))
}

/** The slope between the smallest and the largest size on logarithmic scales. */
function exponentOf(times: number[]): number {
  const [first = 0] = times
  const last = times.at(-1) ?? 0
  const [small = 1] = SIZES
  return Math.log(last / first) / Math.log((SIZES.at(-1) ?? 1) / small)
}

function milliseconds(value: number): string {
  return value < 1_000 ? `${value.toFixed(value < 10 ? 1 : 0)} ms` : `${(value / 1_000).toFixed(1)} s`
}
