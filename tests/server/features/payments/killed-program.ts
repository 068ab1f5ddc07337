import pg from 'pg'
import { syncPayment } from '#server/features/payments/sync-payment.ts'
import { openDatabase } from '#server/infra/db.ts'
import { createLogger } from '#server/infra/log.ts'
import { createSeal } from '#server/infra/seal.ts'
import { createPayments } from '#server/infra/stripe.ts'
import { fixedClock } from '#tests/support/clock.ts'
import { recordingQueue, TEST_NOW, testConfig } from '#tests/support/deps.ts'

/**
 * A separate program: syncs a payment and kills itself before its n-th SQL statement, as a power cut would. A run that
 * survives prints its number of statements.
 */
export type DeathWish = {
  databaseUrl: string
  stripe: { host: string; port: number; secretKey: string }
  intentId: string
  /** Counted from 1; 0 survives. */
  dieBefore: number
}

async function main(): Promise<void> {
  const wish: DeathWish = JSON.parse(process.argv[2] ?? '{}')
  const { host, port, secretKey } = wish.stripe
  const clock = fixedClock(TEST_NOW)
  const config = testConfig()
  const { prisma, pool, close } = openDatabase(wish.databaseUrl)
  const apiBase = { host, port, protocol: 'http' as const }
  const deps = {
    config,
    clock,
    log: createLogger({ level: 'silent', pretty: false }),
    db: prisma,
    pool,
    queue: recordingQueue(),
    payments: createPayments({ secretKey, webhookSecret: 'whsec_of_the_tests', apiBase }, clock),
    seal: createSeal(config.dataKeys),
  }
  const statements = dieBeforeStatement(wish.dieBefore)
  await syncPayment(deps, wish.intentId)
  await close()
  process.stdout.write(String(statements()))
}

const PROBE = 'select 1'

/** Counts the statements, with the begin and commit of transactions. */
function dieBeforeStatement(last: number): () => number {
  let count = 0
  pg.Client.prototype.query = new Proxy(pg.Client.prototype.query, {
    apply(query, client, args) {
      // The probe runs while a statement lasts, which differs between runs.
      if (args[0] === PROBE) return Reflect.apply(query, client, args)
      count++
      if (count === last) process.kill(process.pid, 'SIGKILL')
      return Reflect.apply(query, client, args)
    },
  })
  return () => count
}

await main()
