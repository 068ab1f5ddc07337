import { speakPlainly } from '#shared/zod-words.ts'
import { seed } from '../../prisma/seed.ts'
import { buildApp } from './app.ts'
import { type Config, loadConfig } from './config.ts'
import { startDemoParts } from './demo/demo-parts.ts'
import { buildDeps, type Running } from './deps.ts'
import { stampInstallation } from './features/maintenance/stamp-installation.ts'
import { devMailbox } from './http/dev-mailbox.ts'
import { devStripe } from './http/dev-stripe.ts'
import { createLogger } from './infra/log.ts'
import { exitOnFault, type StopSteps, stopAll, stopOnSignal } from './lifecycle.ts'
import { registerPages } from './pages/register-pages.ts'
import { describeStart } from './start-message.ts'
import { startJobs } from './workers.ts'

/** Starts the shop: parts, stamp, seed, workers, HTTP. A signal ends them in the opposite order. */
async function main(): Promise<void> {
  speakPlainly()
  const config = loadConfig(process.env)
  const log = createLogger({ level: config.logLevel, pretty: !config.isProduction })
  const stop: StopSteps = []
  stopOnSignal(log, stop)
  try {
    const running = await buildDeps(config, log, await startDemoParts(config, log))
    stop.push(() => running.close())
    await open(config, running, stop)
    process.stdout.write(describeStart(config, running.demo))
  } catch (error) {
    await stopAll(log, stop)
    throw error
  }
}

/** Each thing that starts says how it is ended before the next one starts. */
async function open(config: Config, running: Running, stop: StopSteps): Promise<void> {
  const { deps, demo } = running
  const { mailbox, sandbox } = demo
  await stampInstallation(deps)
  await seed(deps)
  const app = await buildApp(deps, async (site) => {
    if (mailbox) await site.register(devMailbox(mailbox))
    if (sandbox) await site.register(devStripe(sandbox))
    await registerPages(site, deps, demo.stripe)
  })
  stop.push(() => app.close())
  await app.listen({ port: config.port, host: config.host })
  if (config.workers === 'inline') {
    const workers = await startJobs(running)
    stop.push(() => workers.close())
  }
  stop.push(async () => {
    app.isStopping = true
  })
}

main().catch(exitOnFault)
