import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hash, verify } from '@node-rs/argon2'
import Stripe from 'stripe'
import { startStripeSandbox } from '#sandbox/server/start-sandbox.ts'
import type { Deps } from '#server/deps.ts'
import { mailJobs } from '#server/features/mail/jobs.ts'
import type { JobHandlers } from '#server/infra/queue-workers.ts'
import type { Seal } from '#server/infra/seal.ts'
import { createPayments } from '#server/infra/stripe.ts'
import { JOB_PAYLOADS, type JobName } from '#server/job-contracts.ts'
import { JOB_HANDLERS } from '#server/workers.ts'
import { noLimits } from '#tests/support/app.ts'
import { fixedClock } from '#tests/support/clock.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { random } from './random.ts'

export type YearShop = Awaited<ReturnType<typeof openYearShop>>

/**
 * A shop whose every part gives the same answers each time: a clock that the plan moves, a payment sandbox with a seeded
 * random source, passwords with a fixed salt, and a seal that seals nothing, as the rows go into a public file.
 */
export async function openYearShop(folder: string, now: string) {
  const clock = fixedClock(now)
  const file = join(folder, 'stripe.jsonl')
  const draw = random(7)
  const sandbox = await startStripeSandbox({
    file,
    clock,
    webhook: null,
    random: (size) => Uint8Array.from({ length: size }, () => Math.floor(draw() * 256)),
    log: { info() {}, warn() {} },
  })
  const { host, port, protocol, secretKey } = sandbox
  const apiBase = { host, port, protocol }
  const payments = createPayments({ secretKey, webhookSecret: sandbox.webhookSecret, apiBase }, clock)
  const made = await createTestDeps({ payments, limits: noLimits, env: { MAIL_RATE_PER_SECOND: '1000000' } })
  const deps: TestDeps = { ...made, clock, seal: openSeal, passwords }
  const stripe = new Stripe(secretKey, { ...apiBase, telemetry: false })

  return {
    deps,
    sandbox,
    stripe,
    clock,
    /** Handles what the use cases have enqueued. */
    async runJobs(): Promise<void> {
      for (const name of Object.keys(JOB_PAYLOADS) as JobName[]) await runJobsOf(deps, name)
    },
    /** The sandbox's own file, as lines. */
    paymentLines: () => readFileSync(file, 'utf8').trimEnd().split('\n'),
    async close(): Promise<void> {
      await deps.close()
      await sandbox.close()
    },
  }
}

/** Mails go nowhere: their documents need not be rendered. */
const HANDLERS: JobHandlers<Deps> = {
  ...JOB_HANDLERS,
  ...mailJobs(async () => ({ filename: 'left-out.pdf', content: Buffer.from('') })),
}

async function runJobsOf<N extends JobName>(deps: TestDeps, name: N): Promise<void> {
  for (const payload of deps.queue.take(name)) {
    await HANDLERS[name].handle(deps, payload)
    deps.clock.advance(1_000)
  }
}

const openSeal: Seal = {
  seal: (plain) => new Uint8Array(Buffer.from(plain)),
  open: (sealed) => Buffer.from(sealed).toString(),
  isNewest: () => true,
}

const hashes = new Map<string, Promise<string>>()

const passwords: TestDeps['passwords'] = {
  hash(password) {
    const salt = createHash('sha256').update(password).digest().subarray(0, 16)
    const setting = { memoryCost: 47_104, timeCost: 1, parallelism: 1, salt }
    const known = hashes.get(password) ?? hash(password, setting)
    hashes.set(password, known)
    return known
  },
  verify: async (stored, password) => stored !== null && (await verify(stored, password)),
  of: () => passwords,
}
