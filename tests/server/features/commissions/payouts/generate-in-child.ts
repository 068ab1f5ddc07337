import { loadConfig } from '#server/config.ts'
import { generatePayouts } from '#server/features/commissions/payouts/generate-payouts.ts'
import { openDatabase } from '#server/infra/db.ts'
import { createLogger } from '#server/infra/log.ts'

/** Closes a quarter in a child process, which a test can kill. */
const [databaseUrl = '', now = '', quarter = ''] = process.argv.slice(2)
const log = createLogger({ level: 'error', pretty: false })
const { prisma: db, close } = openDatabase(databaseUrl, log)
const config = loadConfig({})
await generatePayouts({ db, log, config, clock: { now: () => new Date(now) } }, quarter)
await close()
