import { speakPlainly } from '#shared/zod-words.ts'
import { loadConfig } from './config.ts'
import { joinDemoParts } from './demo/demo-parts.ts'
import { buildDeps } from './deps.ts'
import { createLogger } from './infra/log.ts'
import { exitOnFault, type StopSteps, stopAll, stopOnSignal } from './lifecycle.ts'
import { startJobs } from './workers.ts'

/** Handles jobs in a process of its own, beside web processes that run with WORKERS=off. */
async function main(): Promise<void> {
  speakPlainly()
  const config = loadConfig(process.env)
  const log = createLogger({ level: config.logLevel, pretty: !config.isProduction })
  const stop: StopSteps = []
  stopOnSignal(log, stop)
  try {
    const running = await buildDeps(config, log, joinDemoParts(config))
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
