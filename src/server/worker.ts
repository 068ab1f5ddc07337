import { speakPlainly } from '#shared/zod-words.ts'
import { loadConfig } from './config.ts'
import { buildDeps } from './deps.ts'
import { createLogger } from './infra/log.ts'
import { StartFault } from './infra/start-fault.ts'
import { exitOnFault, type StopSteps, stopAll, stopOnSignal } from './lifecycle.ts'
import { startJobs } from './workers.ts'

/** Handles jobs in a process of its own, beside web processes that run with WORKERS=off. */
async function main(): Promise<void> {
  speakPlainly()
  const config = loadConfig(process.env)
  if (config.databaseUrl === null) {
    throw new StartFault('A worker of its own shares the database of the shop: set DATABASE_URL for both.')
  }
  const log = createLogger({ level: config.logLevel, pretty: !config.isProduction })
  const stop: StopSteps = []
  stopOnSignal(log, stop)
  try {
    const running = await buildDeps(config, log)
    stop.push(() => running.close())
    const workers = await startJobs(running)
    stop.push(() => workers.close())
    log.info('the worker is ready')
  } catch (error) {
    await stopAll(log, stop)
    throw error
  }
}

main().catch(exitOnFault)
