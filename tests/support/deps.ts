import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Config, loadConfig } from '#server/config.ts'
import type { Deps } from '#server/deps.ts'
import type { BulkMailer, Delivery } from '#server/infra/bulk-mailer.ts'
import { createChanges } from '#server/infra/changes.ts'
import { openDatabase } from '#server/infra/db.ts'
import { createLogger } from '#server/infra/log.ts'
import type { Mailer, OutgoingMail } from '#server/infra/mailer.ts'
import { createDiskStore } from '#server/infra/media-store.ts'
import { createDiskMediaStore, createMediaWriter, layerStores } from '#server/infra/media-writer.ts'
import { createPasswords } from '#server/infra/password-hashing.ts'
import type { JobQueue } from '#server/infra/queue.ts'
import { createRateLimits } from '#server/infra/rate-limits.ts'
import { createSeal } from '#server/infra/seal.ts'
import { createSigner } from '#server/infra/signer.ts'
import type { Payments } from '#server/infra/stripe.ts'
import { JOB_PAYLOADS, type JobName, type JobPayload } from '#server/job-contracts.ts'
import { type FixedClock, fixedClock } from './clock.ts'
import { createTestDatabase } from './database.ts'

/** Where every test's clock begins, unless it says otherwise. */
export const TEST_NOW = '2026-11-21T10:00:00.000Z'

/** A queue without workers: it keeps what it was given until the test takes it out. */
export type RecordingQueue = JobQueue & {
  /** Takes the payloads of a job out, oldest first. */
  take<N extends JobName>(name: N): JobPayload<N>[]
  /** From now on, every call is refused as if the queue could not be reached; or no longer. */
  setUnavailable(isAway: boolean): void
}

/** A mailer without a server: it keeps what it was given; to try SMTP itself, replace it by the real one. */
type RecordingMailer = Mailer & { sent: OutgoingMail[] }

/** The same for campaigns; `answer` decides how a mail ends. */
type RecordingBulkMailer = BulkMailer & {
  delivered: { to: string; content: string }[]
  answer: (to: string) => Delivery
}

export type TestDeps = Deps & {
  clock: FixedClock
  queue: RecordingQueue
  mailer: RecordingMailer
  bulkMailer: RecordingBulkMailer
  /** Lines of the log, from level debug up. */
  logged: string[]
  databaseUrl: string
  close(): Promise<void>
}

type Overrides = Partial<Pick<Deps, 'payments' | 'media' | 'mediaWriter' | 'limits' | 'passwords'>> & {
  /** Variables of the environment on top of an empty one, as in `.env`. */
  env?: Readonly<Record<string, string>>
  now?: string
}

/**
 * Everything the shop works with, on a database of its own: real passwords, seal, signer and limits, a clock
 * that stands still, a queue and a mailer that keep what they are given. Close it after the tests of the file.
 */
export async function createTestDeps(overrides: Overrides = {}): Promise<TestDeps> {
  const { env = {}, now = TEST_NOW, ...parts } = overrides
  const database = await createTestDatabase()
  const config = testConfig(env)
  const logged: string[] = []
  const destination = { write: (line: string) => void logged.push(line) }
  const log = createLogger({ level: 'debug', pretty: false, destination })
  const { prisma: db, pool, close } = openDatabase(database.url, log)
  const folder = await mkdtemp(join(tmpdir(), 'shop-media-'))
  return {
    config,
    clock: fixedClock(now),
    log,
    db,
    pool,
    queue: recordingQueue(),
    mailer: recordingMailer(),
    bulkMailer: recordingBulkMailer(),
    sns: null,
    payments: noPayments,
    media: layerStores(
      createDiskStore(join(folder, 'media')),
      createDiskStore(fileURLToPath(new URL('../../samples/films', import.meta.url))),
    ),
    mediaWriter: createMediaWriter(
      join(folder, 'uploads'),
      createDiskMediaStore(join(folder, 'media'), config.media.maxBytes),
    ),
    catalogChanged: createChanges(),
    passwords: createPasswords(),
    seal: createSeal(config.dataKeys),
    signer: createSigner(config.sessionSecrets),
    limits: createRateLimits(pool),
    ...parts,
    logged,
    databaseUrl: database.url,
    async close() {
      await close()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The configuration of an empty environment; its secrets are given, so that nothing is written to disk. */
export function testConfig(env: Readonly<Record<string, string>> = {}): Config {
  return loadConfig({
    SESSION_SECRET: 'session-secret-of-the-tests-01234567',
    DATA_KEY: 'data-key-of-the-tests-0123456789abcdef',
    BACKUP_KEY: 'backup-key-of-the-tests-0123456789abcd',
    STRIPE_WEBHOOK_SECRET: 'whsec_of_the_tests',
    ...env,
  })
}

export function recordingQueue(): RecordingQueue {
  let jobs: { name: JobName; payload: unknown }[] = []
  let isAway = false
  function reach(): void {
    if (isAway) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  }
  return {
    async enqueue(name, payload) {
      reach()
      // The queue of production parses as well, and a test should see a wrong payload as early.
      jobs.push({ name, payload: JOB_PAYLOADS[name].parse(payload) })
    },
    async enqueueMany(name, payloads) {
      reach()
      jobs.push(...payloads.map((payload) => ({ name, payload: JOB_PAYLOADS[name].parse(payload) })))
    },
    async schedule() {
      reach()
    },
    onReady() {},
    async ping() {
      reach()
    },
    async counts() {
      reach()
      return { waiting: jobs.length }
    },
    async countsByJob() {
      reach()
      return new Map()
    },
    async listFailed() {
      reach()
      return []
    },
    async retryFailed() {
      reach()
      return false
    },
    async dropFailed() {
      reach()
      return false
    },
    async close() {},
    take<N extends JobName>(name: N) {
      const taken = jobs.filter((job) => job.name === name)
      jobs = jobs.filter((job) => job.name !== name)
      return taken.map(({ payload }) => payload as JobPayload<N>)
    },
    setUnavailable(next) {
      isAway = next
    },
  }
}

function recordingMailer(): RecordingMailer {
  const sent: OutgoingMail[] = []
  return {
    sent,
    async send(message, beforeContent) {
      await beforeContent?.()
      sent.push(message)
      return { messageId: message.messageId, response: '250 2.0.0 Ok' }
    },
    async verify() {},
    async close() {},
    abort() {},
  }
}

async function refuse(): Promise<never> {
  throw new Error('This test has no payments: pass some to createTestDeps')
}

function recordingBulkMailer(): RecordingBulkMailer {
  const bulk: RecordingBulkMailer = {
    delivered: [],
    answer: () => ({ kind: 'sent' }),
    async deliver({ to, content }) {
      const delivery = bulk.answer(to)
      if (delivery.kind === 'sent') bulk.delivered.push({ to, content: content.toString() })
      return delivery
    },
    close() {},
    abort() {},
  }
  return bulk
}

const noPayments: Payments = {
  createIntent: refuse,
  findPayment: refuse,
  cancelIntent: refuse,
  refund: refuse,
  listEvents: refuse,
  listBalanceTransactions: refuse,
  listPayoutTransactions: refuse,
  listPayouts: refuse,
  findPayout: refuse,
  uploadEvidence: refuse,
  saveEvidence: refuse,
  submitEvidence: refuse,
  readEvent: () => {
    throw new Error('This test has no payments: pass some to createTestDeps')
  },
  ping: refuse,
}
