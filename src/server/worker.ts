import { speakPlainly } from '#shared/schemas/zod-messages.ts'
import { type Config, loadConfig } from './config.ts'
import { joinDemoParts } from './demo/demo-parts.ts'
import { buildDeps } from './deps.ts'
import { buildWorkerServer } from './http/worker-server.ts'
import { createLogger, type Log } from './infra/log.ts'
import { exitOnError, type Lifecycle, traceProcess, watchSignals } from './lifecycle.ts'
import { startJobs } from './workers.ts'

function main(): Promise<void> {
  speakPlainly()
  const config = loadConfig(process.env)
  const log = createLogger({ level: config.logLevel, pretty: !config.isProduction })
  const life = watchSignals(log)
  return open(config, log, life).catch((error: unknown) => life.abandon(error))
}

/** Handles jobs in a process of its own, beside web processes that run with WORKERS=off. */
async function open(config: Config, log: Log, life: Lifecycle): Promise<void> {
  await traceProcess(config, life)
  const running = await buildDeps(config, log, joinDemoParts(config))
  life.onStop(() => running.close())
  const workers = await startJobs(running)
  life.onDrain(() => workers.close())
  if (config.workerPort !== null) {
    const server = await buildWorkerServer(running.deps, workers)
    life.onDrain(() => server.close())
    await server.listen({ port: config.workerPort, host: config.host })
  }
  life.opened()
  log.info('the worker is ready')
}

try {
  await main()
} catch (error) {
  exitOnError(error)
}
