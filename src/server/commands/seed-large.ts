import { join } from 'node:path'
import { loadConfig } from '#server/config.ts'
import { readAddresses } from '#server/demo/part-addresses.ts'
import { startPostgres } from '#server/demo/postgres.ts'
import { systemClock } from '#server/infra/clock.ts'
import { openDatabase } from '#server/infra/db.ts'
import { migrate } from '#server/infra/migrate.ts'
import { createPasswords } from '#server/infra/passwords.ts'
import { projectRoot } from '#server/infra/root.ts'
import { createSeal } from '#server/infra/seal.ts'
import { StartFault } from '#server/infra/start-fault.ts'
import { exitOnFault } from '#server/lifecycle.ts'
import { seedCatalogue } from '../../../prisma/seed/catalogue.ts'
import { seedDemoPeople } from '../../../prisma/seed/demo.ts'
import { type LargeSize, seedLarge } from '../../../prisma/seed/large.ts'

const DEFAULT_SIZE: LargeSize = { sales: 100_000, referers: 1_000, quarters: 12 }

/** `npm run seed:large [SALES]`: the embedded database of DATA_DIR, whether or not the shop is running on it. */
async function main(): Promise<void> {
  const config = loadConfig(process.env)
  if (config.databaseUrl !== null || config.stamp !== 'demo') {
    throw new StartFault(
      'Made-up sales belong into the embedded database of a demo: unset DATABASE_URL and the Stripe keys.',
    )
  }
  const sales = Number(process.argv[2] ?? DEFAULT_SIZE.sales)
  if (!Number.isInteger(sales) || sales < 100 || sales > 2_000_000) {
    throw new StartFault('The number of sales is a whole number from 100 to 2,000,000.')
  }
  const { url, stop } = await findDatabase(config.dataDir)
  try {
    await migrate(url, join(projectRoot, 'prisma/migrations'))
    const { prisma: db, pool, close } = openDatabase(url)
    const deps = {
      db,
      pool,
      clock: systemClock,
      config,
      passwords: createPasswords(),
      seal: createSeal(config.dataKeys),
    }
    try {
      await seedCatalogue(deps)
      await seedDemoPeople(deps)
      const began = performance.now()
      const isFilled = await seedLarge(deps, { ...DEFAULT_SIZE, sales })
      const seconds = ((performance.now() - began) / 1_000).toFixed(1)
      process.stdout.write(
        isFilled ? `${sales} sales are there, in ${seconds} s.\n` : 'They are there already.\n',
      )
    } finally {
      await close()
    }
  } finally {
    await stop()
  }
}

/** The database of a shop that runs with this DATA_DIR, else started for the moment. */
async function findDatabase(dataDir: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const running = runningUrl(dataDir)
  return running !== null && (await answers(running))
    ? { url: running, stop: async () => {} }
    : startPostgres(dataDir)
}

/** Where a shop left word of its parts; it may have ended since. */
function runningUrl(dataDir: string): string | null {
  try {
    return readAddresses(dataDir).databaseUrl
  } catch {
    return null
  }
}

async function answers(url: string): Promise<boolean> {
  const { pool, close } = openDatabase(url)
  try {
    await pool.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await close()
  }
}

main().catch((error: unknown) => exitOnFault(error))
