import { randomBytes } from 'node:crypto'
import { copyFile, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import Stripe from 'stripe'
import { startStripeSandbox } from '#sandbox/server/start-sandbox.ts'
import { projectRoot } from '#server/infra/root.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { startGate } from '#tests/support/gate.ts'
import { openBooks, startMailServer } from './far-ends.ts'
import { createDisk } from './full-disk.ts'
import type { ProcessName, QueueKind, Version } from './history.ts'
import { startJobStore } from './job-store.ts'
import type { Plant } from './plants.ts'
import { createProcesses, NAMES } from './processes.ts'
import { installFirst, installNext } from './versions.ts'

export type World = Awaited<ReturnType<typeof openWorld>>

export const ADMIN = { email: 'instructor@example.com', password: 'downwind-checks-complete' }

/** Within so many hours of a day no scheduled job runs again: each leap would run all of them. */
const TIMERS_EVERY_MS = 6 * 60 * 60_000
/** How long a job may be at work, in real time: a mail server may be silent for a minute. */
const BUSY_MS = 90_000
const DOUBTED_MS = 500
/** How often is looked for jobs at work: each look is a statement. */
const IDLE_MS = 50
/** A process that is too busy to read a file for so long hangs. */
const LEAP_MS = 120_000
/** Timers that a leap made due run within this time (tests/support/moved-time.mjs). */
const TIMERS_MS = 70

type Setting = {
  start: string
  build: string
  /** What was changed in that build; null is nothing. */
  plant: Plant | null
  queue: QueueKind
  /** Whether PostgreSQL's disk is ever full: each statement that writes looks then. */
  hasFullDisks: boolean
}

/** The shop with its far ends, all on one clock that goes on by itself and leaps when it is told. */
export async function openWorld({ start, build, plant, queue, hasFullDisks }: Setting) {
  const folder = await mkdtemp(join(tmpdir(), 'simulation-'))
  // In a folder of their own: the processes watch it.
  const clocks = join(folder, 'clocks')
  await mkdir(clocks)
  const clockOf = (name: ProcessName) => join(clocks, name)
  let offset = 0
  const clock = { now: () => new Date(Date.now() + offset) }
  /** In one step: a clock that is read while it is written would show another time. */
  const setClock = async (name: ProcessName, text: string) => {
    await writeFile(`${clockOf(name)}.new`, text)
    await rename(`${clockOf(name)}.new`, clockOf(name))
  }
  const setOffset = async (at: Date, how: '' | ' later' = '') => {
    offset = at.getTime() - Date.now()
    for (const name of NAMES) await setClock(name, `${offset}${how}`)
  }
  await setOffset(new Date(start))

  const database = await createTestDatabase()
  const gate = await startGate(database.url)
  /** Null where jobs are in PostgreSQL too. */
  const jobStore = queue === 'redis' ? await startJobStore() : null
  const mail = await startMailServer()
  let webhookUrl = ''
  /** What Stripe was answered that was not taken: a status, or the name of an error where there was no answer. */
  const refusedWebhooks: string[] = []
  const sandbox = await startStripeSandbox({
    file: null,
    clock,
    webhook: { url: () => `${webhookUrl}/api/stripe/webhook`, secret: 'whsec_of_the_simulation' },
    log: {
      info: (details) => {
        if ('answer' in details) refusedWebhooks.push(String(details.answer))
      },
      warn() {},
    },
  })
  const { host, port, protocol, secretKey, publishableKey } = sandbox
  const first = join(folder, 'first')
  const secret = () => randomBytes(24).toString('hex')
  const processes = createProcesses(
    {
      NODE_OPTIONS: `--import=${pathToFileURL(join(projectRoot, 'tests/support/moved-time.mjs'))}`,
      MOVED_TIMERS: '1',
      LOG_LEVEL: 'info',
      DATABASE_URL: gate.url,
      ...(jobStore && { REDIS_URL: jobStore.url }),
      SMTP_URL: mail.url,
      SMTP_ALLOW_PLAINTEXT: '1',
      STRIPE_API_BASE: `${protocol}://${host}:${port}`,
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_PUBLISHABLE_KEY: publishableKey,
      STRIPE_WEBHOOK_SECRET: 'whsec_of_the_simulation',
      SESSION_SECRET: secret(),
      DATA_KEY: secret(),
      BACKUP_KEY: secret(),
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
    },
    {
      folder,
      build: await installFirst(build, first),
      envOf: (name) => ({ MOVED_TIME_FILE: clockOf(name) }),
    },
  )
  const db = openBooks(database.url)

  let next: Promise<string> | undefined

  let starting: Promise<void> = Promise.resolve()
  function startAll(): Promise<void> {
    starting = starting
      .then(() => processes.startAll())
      .then(() => {
        webhookUrl = processes.urls()[0] ?? ''
      })
    return starting
  }
  await startAll()
  const disk = hasFullDisks ? await createDisk(db) : null
  async function fillDisk(isFull: boolean): Promise<void> {
    if (!disk) throw new Error('A disk fills of which this history did not tell')
    await disk(isFull)
  }
  await jobStore?.rememberSchedules()

  /** Jobs that were at work when a worker was killed or lost its database: they may be left alone. */
  let doubted = new Set<string>()
  async function findBusy(): Promise<string[]> {
    if (jobStore) return jobStore.findBusy()
    const { rows } = await db.query<{ key: string }>(
      `select concat_ws(':', queue, id, state, lock_token) as key from bullmq.job where state in ('active', 'waiting')`,
    )
    return rows.map(({ key }) => key)
  }
  /** Jobs at work, once Stripe has told what is due. */
  async function findBusyNow(): Promise<string[]> {
    await sandbox.controls.deliverDue()
    return findBusy()
  }
  async function whenIdle(): Promise<void> {
    const began = performance.now()
    for (;;) {
      let busy = await findBusyNow()
      // A job that ended in between may have let Stripe tell of more.
      if (busy.length === 0) busy = await findBusyNow()
      if (busy.length === 0) return
      const most = busy.every((key) => doubted.has(key)) ? DOUBTED_MS : BUSY_MS
      if (performance.now() - began > most) return
      await pause(IDLE_MS)
    }
  }

  let leaping: Promise<void> = Promise.resolve()
  let timersRanAt = 0
  async function leap(at: Date, areTimersRun: boolean): Promise<void> {
    await starting
    await whenIdle()
    if (at <= clock.now()) return
    const byMs = at.getTime() - clock.now().getTime()
    const isLater = !areTimersRun && at.getTime() - timersRanAt < TIMERS_EVERY_MS
    await jobStore?.expireLocks(byMs).catch(() => undefined)
    await setOffset(at, isLater ? ' later' : '')
    if (!isLater) timersRanAt = at.getTime()
    const until = performance.now() + LEAP_MS
    for (const name of processes.names()) {
      while (processes.names().includes(name) && !(await isKnownTo(name))) {
        if (performance.now() > until) throw new Error(`${name} does not read its clock`)
        await pause(5)
      }
    }
    if (!isLater) await pause(TIMERS_MS)
    await jobStore?.wakeWorkers().catch(() => undefined)
  }

  const isKnownTo = async (name: ProcessName) =>
    (await readFile(`${clockOf(name)}.read`, 'utf8').catch(() => '')) === String(offset)

  return {
    clock,
    db,
    /** Between the processes and PostgreSQL. */
    gate,
    /** PostgreSQL's; null where it is never full. */
    fillDisk,
    jobStore,
    mail,
    sandbox,
    refusedWebhooks,
    stripe: new Stripe(secretKey, { host, port, protocol, telemetry: false, timeout: 10_000 }),
    processes,
    startAll,
    /** The folder of the second version, which is installed once. */
    installNext() {
      next ??= installNext(plant, { first, folder: join(folder, 'next') })
      return next
    },
    /** Stripe speaks to whichever web process runs, of one version where it is named. */
    turnWebhooks(version?: Version) {
      webhookUrl = processes.urls(version)[0] ?? processes.urls()[0] ?? webhookUrl
    },
    whenIdle,
    /** The clock of one process, until the next leap. */
    async jump(name: ProcessName, byMs: number): Promise<void> {
      await setClock(name, `${offset + byMs} later`)
    },
    /** A worker was killed, or lost its database. */
    async doubtJobs(): Promise<void> {
      doubted = new Set([...doubted, ...(await findBusy())])
    },
    /**
     * Once no job is at work: hours do not pass within one. Every running process knows the new time before any timer is
     * due by it. Never back: a leap to an earlier moment leaves the clock as it is.
     */
    leapTo(at: Date): Promise<void> {
      leaping = leaping.catch(() => undefined).then(() => leap(at, false))
      return leaping
    },
    /** Lets time pass for those who wait: what is due by then is done. */
    letPass(ms: number): Promise<void> {
      leaping = leaping.catch(() => undefined).then(() => leap(new Date(clock.now().getTime() + ms), true))
      return leaping
    },
    /** Ends a process between two leaps: its last seconds are real ones. */
    end(name: ProcessName): Promise<number | null> {
      const ended = leaping.catch(() => undefined).then(() => processes.end(name))
      leaping = ended.then(
        () => undefined,
        () => undefined,
      )
      return ended
    },
    /** Keeps what the processes said in a run that broke a law. Returns where. */
    async keepLog(seed: number): Promise<string> {
      const kept = `tests/.output/simulation-${seed}.log`
      await mkdir(join(projectRoot, 'tests/.output'), { recursive: true })
      await copyFile(processes.log, join(projectRoot, kept))
      return kept
    },
    async close(): Promise<void> {
      await processes.close()
      await gate.end()
      await jobStore?.close()
      await sandbox.close()
      await mail.close()
      await db.end()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
