import { speakPlainly } from '#shared/schemas/zod-messages.ts'
import { findFirstAdmin } from '../../prisma/seed/demo.ts'
import { seed } from '../../prisma/seed.ts'
import { buildApp } from './app.ts'
import { type Config, loadConfig } from './config.ts'
import { startDemoParts } from './demo/demo-parts.ts'
import { buildDeps } from './deps.ts'
import { startMonitors } from './features/operations/monitors.ts'
import { stampInstallation } from './features/operations/stamp-installation.ts'
import { openDevPages, registerDevPages } from './http/dev-pages.ts'
import { createLogger, type Log } from './infra/log.ts'
import { exitOnError, type Lifecycle, traceProcess, watchSignals } from './lifecycle.ts'
import { everyMinute, keepFresh } from './pages/keep-fresh.ts'
import { registerPages } from './pages/register-pages.ts'
import { describeStart } from './start-message.ts'
import { startJobs } from './workers.ts'

function main(): Promise<void> {
  speakPlainly()
  const config = loadConfig(process.env)
  const log = createLogger({ level: config.logLevel, pretty: !config.isProduction })
  const life = watchSignals(log)
  // The terminal shows them too; a log is what is left of a service.
  if (config.isProduction) for (const notice of config.notices) log.warn(notice)
  return open(config, log, life).catch((error: unknown) => life.abandon(error))
}

/** Opens the shop: parts, stamp, seed, HTTP, workers. Each says how it is ended before the next one starts. */
async function open(config: Config, log: Log, life: Lifecycle): Promise<void> {
  await traceProcess(config, life)
  const demo = await startDemoParts(config, { log, onStop: life.onStop })
  const running = await buildDeps(config, log, demo)
  life.onStop(() => running.close())
  const { deps } = running
  await stampInstallation(deps)
  await seed(deps, demo.sandbox?.restore)
  const app = await buildApp(deps, async (site) => {
    await registerDevPages(site, config, demo)
    const pages = await registerPages(site, deps, demo.stripe)
    const freshness = keepFresh(pages, { repeat: everyMinute, changed: deps.catalogChanged, log })
    life.onDrain(() => freshness.stop())
  })
  life.onDrain(async () => {
    app.isStopping = true
    await app.close()
  })
  const devPages = await openDevPages(deps, demo)
  if (devPages) life.onDrain(() => devPages.close())
  await app.listen({ port: config.port, host: config.host })
  if (config.workers === 'inline') {
    const workers = await startJobs(running)
    app.workers = workers
    life.onDrain(() => workers.close())
  }
  const watch = startMonitors(deps, everyMinute)
  life.onDrain(() => watch.stop())
  const admin = await findFirstAdmin(deps)
  life.opened()
  process.stdout.write(describeStart(config, { demo, admin, devPages }))
}

try {
  await main()
} catch (error) {
  exitOnError(error)
}
