import { join } from 'node:path'
import type pg from 'pg'
import { addressOf } from './config/values.ts'
import type { Config } from './config.ts'
import type { DemoParts } from './demo/demo-parts.ts'
import { type BulkMailer, createBulkMailer } from './infra/bulk-mailer.ts'
import { type Changes, createChanges, listenForChanges } from './infra/changes.ts'
import { type Clock, systemClock } from './infra/clock.ts'
import { openDatabase } from './infra/db.ts'
import type { Log } from './infra/log.ts'
import { createMailer, type Mailer } from './infra/mailer.ts'
import { createS3Store } from './infra/media-s3.ts'
import { createS3MediaStore } from './infra/media-s3-store.ts'
import { createDiskStore, type MediaStore } from './infra/media-store.ts'
import {
  createDiskMediaStore,
  createMediaWriter,
  layerStores,
  type MediaWriter,
} from './infra/media-writer.ts'
import { migrate } from './infra/migrate.ts'
import { createPasswords, type Passwords } from './infra/password-hashing.ts'
import type { Prisma, PrismaClient } from './infra/prisma/client.ts'
import { type JobQueue, openQueue, type QueueSettings } from './infra/queue.ts'
import { createRateLimits, type RateLimits } from './infra/rate-limits.ts'
import { projectRoot } from './infra/root.ts'
import { createSeal, type Seal } from './infra/seal.ts'
import { createSigner, type Signer } from './infra/signer.ts'
import { createSns, type Sns } from './infra/sns.ts'
import { createPayments, type Payments } from './infra/stripe.ts'

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
  /** For campaigns to many. */
  bulkMailer: BulkMailer
  /** Where Amazon SES reports bounces; null without its topic. */
  sns: Sns | null
  payments: Payments
  media: MediaStore
  mediaWriter: MediaWriter
  /** Raised after a change of the catalog, for what shows it; PostgreSQL raises it in the other processes. */
  catalogChanged: Changes
  passwords: Passwords
  seal: Seal
  signer: Signer
  limits: RateLimits
}

/** What a step writes with: the transaction of the use case that calls it. */
export type Tx = Prisma.TransactionClient

/** The parts as they run now, and how to end them in order. */
export type Running = {
  deps: Deps
  demo: DemoParts
  queueSettings: QueueSettings
  close(): Promise<void>
}

/**
 * The only wiring: connects to the parts, be they the demo's far ends or configured ones, and brings the
 * database to this version's schema.
 *
 * @throws StartError where a part cannot be had
 */
export async function buildDeps(config: Config, log: Log, demo: DemoParts): Promise<Running> {
  await migrate(demo.databaseUrl, join(projectRoot, 'prisma/migrations'))
  const database = openDatabase(demo.databaseUrl, log)
  const queueSettings = config.redisUrl ? { redisUrl: config.redisUrl } : { databaseUrl: demo.databaseUrl }
  const queue = openQueue(queueSettings, log)
  const { from, dkim, requireTls, sesTopicArn } = config.mail
  const smtp = { smtpUrl: demo.smtpUrl, requireTls }
  const bulkMailer = createBulkMailer({ ...smtp, from: addressOf(from) })
  const catalogChanged = createChanges()
  const listener = listenForChanges(demo.databaseUrl, 'catalog_changed', { changes: catalogChanged, log })
  const mailer = createMailer({ ...smtp, from, ...(dkim ? { dkim } : {}) })

  return {
    deps: {
      config,
      clock: systemClock,
      log,
      db: database.prisma,
      pool: database.pool,
      queue,
      mailer,
      bulkMailer,
      sns: sesTopicArn === null ? null : createSns({ topicArn: sesTopicArn, clock: systemClock }),
      payments: createPayments(demo.stripe, systemClock),
      media: openMedia(config, demo),
      mediaWriter: openMediaWriter(config),
      catalogChanged,
      passwords: createPasswords(),
      seal: createSeal(config.dataKeys),
      signer: createSigner(config.sessionSecrets),
      limits: createRateLimits(database.pool),
    },
    demo,
    queueSettings,
    async close() {
      await listener.stop()
      await queue.close()
      bulkMailer.close()
      await mailer.close()
      await database.close()
    },
  }
}

/** The sample videos are read from the repository; uploads are stored under DATA_DIR. */
export function openMedia(
  { media, dataDir }: Pick<Config, 'media' | 'dataDir'>,
  demo: Pick<DemoParts, 'mediaDir'>,
): MediaStore {
  if (media.s3) return createS3Store(media.s3, systemClock)
  if (media.dir) return createDiskStore(media.dir, media.accelPrefix)
  return layerStores(
    createDiskStore(uploadedVideos(dataDir)),
    createDiskStore(demo.mediaDir, media.accelPrefix),
  )
}

export function openMediaWriter({ media, dataDir }: Pick<Config, 'media' | 'dataDir'>): MediaWriter {
  const store = media.s3
    ? createS3MediaStore(media.s3, systemClock, media.maxBytes)
    : createDiskMediaStore(media.dir ?? uploadedVideos(dataDir), media.maxBytes)
  return createMediaWriter(join(dataDir, 'uploads'), store)
}

const uploadedVideos = (dataDir: string) => join(dataDir, 'media')
