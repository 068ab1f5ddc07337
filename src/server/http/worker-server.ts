import fastify, { type FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import type { JobWorkers } from '#server/infra/queue-workers.ts'
import { createHttpServer } from './create-http-server.ts'
import { registerApiNotFound, registerErrorHandler } from './error-handler.ts'
import { registerHealth } from './health.ts'
import { registerMetrics } from './metrics.ts'

/** What a process of workers answers on WORKER_PORT: `/healthz`, `/readyz` and `/metrics`, as the shop itself does, and nothing else. */
export async function buildWorkerServer(
  deps: Deps,
  workers: Pick<JobWorkers, 'isRunning'>,
): Promise<FastifyInstance> {
  const app = fastify({ serverFactory: createHttpServer, forceCloseConnections: 'idle' })
  app.decorate('isStopping', false)
  app.decorate('workers', workers)
  registerErrorHandler(app, deps)
  registerHealth(app, deps)
  registerMetrics(app, deps)
  registerApiNotFound(app, () => [])
  return app
}
