import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { findRunAges } from '#server/features/operations/heartbeats.ts'

/** How long a part may take to answer before it counts as unavailable. */
const TIMEOUT_MS = 800

/**
 * `GET /healthz`: the process is alive. `GET /readyz`: database and queue can be reached, the workers of this process, where
 * it has any, look for jobs, and we are not stopping. Ages alone do not make a process unready: a web process serves also while the
 * workers elsewhere are down, or Stripe fails a job.
 */
export function registerHealth(app: FastifyInstance, deps: Deps): void {
  app.get('/healthz', () => ({ status: 'ok' }))

  app.get('/readyz', async (_request, reply) => {
    const [ages, queue] = await Promise.all([
      inTime(findRunAges(deps)),
      inTime(deps.queue.ping().then(() => true)),
    ])
    const areWorkersDead = app.workers !== null && !app.workers.isRunning()
    const ready = ages !== null && queue !== null && !areWorkersDead && !app.isStopping
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        status: ready ? 'ready' : 'not ready',
        message: ready ? 'Ready' : 'Not ready',
        database: ages ? 'ok' : 'away',
        queue: queue ? 'ok' : 'away',
        workers: areWorkersDead ? 'stopped' : 'ok',
        workersAgeSeconds: ages?.workers ?? null,
        jobAgesSeconds: ages?.jobs ?? {},
      })
  })
}

/** The answer; null where there is none in time. */
async function inTime<T>(question: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), TIMEOUT_MS)
  })
  try {
    return await Promise.race([question.catch(() => null), late])
  } finally {
    clearTimeout(timer)
  }
}
