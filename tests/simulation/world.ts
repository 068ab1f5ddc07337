import { randomBytes } from 'node:crypto'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import Stripe from 'stripe'
import { startStripeSandbox } from '#sandbox/server/start-sandbox.ts'
import { projectRoot } from '#server/infra/root.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { startMailServer } from './far-ends.ts'
import { createProcesses } from './processes.ts'

export type World = Awaited<ReturnType<typeof openWorld>>

export const ADMIN = { email: 'instructor@example.com', password: 'downwind-checks-complete' }

/** The shop with its far ends, all on one clock that goes on by itself and leaps when it is told. */
export async function openWorld({ start, build }: { start: string; build: string }) {
  const folder = await mkdtemp(join(tmpdir(), 'simulation-'))
  const clockFile = join(folder, 'clock')
  let offset = 0
  const clock = { now: () => new Date(Date.now() + offset) }
  const setOffset = async (at: Date) => {
    offset = at.getTime() - Date.now()
    await writeFile(clockFile, String(offset))
  }
  await setOffset(new Date(start))

  const database = await createTestDatabase()
  const mail = await startMailServer()
  let webhookUrl = ''
  const sandbox = await startStripeSandbox({
    file: null,
    clock,
    webhook: { url: () => `${webhookUrl}/api/stripe/webhook`, secret: 'whsec_of_the_simulation' },
    log: { info() {}, warn() {} },
  })
  const { host, port, protocol, secretKey, publishableKey } = sandbox
  const secret = () => randomBytes(24).toString('hex')
  const processes = createProcesses(
    {
      NODE_OPTIONS: `--import=${pathToFileURL(join(projectRoot, 'tests/support/moved-time.mjs'))}`,
      MOVED_TIME_FILE: clockFile,
      LOG_LEVEL: 'info',
      DATABASE_URL: database.url,
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
    { folder, build },
  )
  const db = new pg.Pool({ connectionString: database.url, max: 2 })
  // Dropping the database ends a connection that is still closing.
  db.on('connect', (client) => client.on('error', () => undefined))

  async function startAll(): Promise<void> {
    await processes.startAll()
    webhookUrl = processes.urls()[0] ?? ''
  }
  await startAll()

  return {
    clock,
    db,
    mail,
    sandbox,
    stripe: new Stripe(secretKey, { host, port, protocol, telemetry: false }),
    processes,
    startAll,
    /** Stripe speaks to whichever web process runs. */
    turnWebhooks() {
      webhookUrl = processes.urls()[0] ?? webhookUrl
    },
    /** Never back: a leap to an earlier moment leaves the clock as it is. */
    async leapTo(at: Date): Promise<void> {
      if (at > clock.now()) await setOffset(at)
      // Every process reads the file twenty times a second; the last to do so says it beside the file.
      for (let waited = 0; waited < 5_000; waited += 20) {
        if ((await readFile(`${clockFile}.read`, 'utf8').catch(() => '')) === String(offset)) break
        await pause(20)
      }
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
      await sandbox.close()
      await mail.close()
      await db.end()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
