import { loadConfig } from '#server/config.ts'
import { systemClock } from '#server/infra/clock.ts'
import { createPasswords } from '#server/infra/password-hashing.ts'
import { createSeal } from '#server/infra/seal.ts'
import { StartError } from '#server/infra/start-error.ts'
import { exitOnError } from '#server/lifecycle.ts'
import { seedCatalog } from '../../../prisma/seed/catalog.ts'
import { seedDemoPeople } from '../../../prisma/seed/demo.ts'
import { type LargeSize, seedLarge } from '../../../prisma/seed/large.ts'
import { withDatabase } from './with-database.ts'

const DEFAULT_SIZE: LargeSize = { sales: 100_000, referers: 1_000, quarters: 12 }

/** `npm run seed:large [SALES]`: the embedded database of DATA_DIR, whether or not the shop is running on it. */
async function main(): Promise<void> {
  const config = loadConfig(process.env)
  if (config.databaseUrl !== null || config.stamp !== 'demo') {
    throw new StartError(
      'Made-up sales belong into the embedded database of a demo: unset DATABASE_URL and the Stripe keys.',
    )
  }
  const sales = Number(process.argv[2] ?? DEFAULT_SIZE.sales)
  if (!Number.isInteger(sales) || sales < 100 || sales > 2_000_000) {
    throw new StartError('The number of sales is a whole number from 100 to 2,000,000.')
  }
  await withDatabase(config, async (database) => {
    const seal = createSeal(config.dataKeys)
    const deps = { ...database, clock: systemClock, config, passwords: createPasswords(), seal }
    await seedCatalog(deps)
    await seedDemoPeople(deps)
    const began = performance.now()
    const isFilled = await seedLarge(deps, { ...DEFAULT_SIZE, sales })
    const seconds = ((performance.now() - began) / 1_000).toFixed(1)
    process.stdout.write(
      isFilled ? `${sales} sales are there, in ${seconds} s.\n` : 'They are there already.\n',
    )
  })
}

main().catch((error: unknown) => exitOnError(error))
