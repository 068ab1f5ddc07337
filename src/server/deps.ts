import type pg from 'pg'
import type { Config } from './config.ts'
import type { Clock } from './infra/clock.ts'
import type { Log } from './infra/log.ts'
import type { Mailer } from './infra/mailer.ts'
import type { MediaStore } from './infra/media-store.ts'
import type { Passwords } from './infra/passwords.ts'
import type { PrismaClient } from './infra/prisma/client.ts'
import type { JobQueue } from './infra/queue.ts'
import type { RateLimits } from './infra/rate-limits.ts'
import type { Seal } from './infra/seal.ts'
import type { Signer } from './infra/signer.ts'
import type { Payments } from './infra/stripe.ts'

/** Everything the shop works with. Use cases narrow it in their signature: `Pick<Deps, 'db' | 'clock'>`. */
export type Deps = {
  config: Config
  clock: Clock
  log: Log
  /** Prisma, for everything that is not hot. */
  db: PrismaClient
  /** Plain `pg`, for hot reads as named statements. */
  pool: pg.Pool
  queue: JobQueue
  mailer: Mailer
  payments: Payments
  media: MediaStore
  passwords: Passwords
  seal: Seal
  signer: Signer
  limits: RateLimits
}
