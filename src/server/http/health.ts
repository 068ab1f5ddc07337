import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'

/** How long a part may take to answer before it counts as away. */
const PATIENCE_MS = 800

/** `GET /healthz`: the process is alive. `GET /readyz`: database and queue can be reached, and we are not stopping. */
export function registerHealth(app: FastifyInstance, deps: Deps, isStopping: () => boolean): void {
  app.get('/healthz', () => ({ status: 'ok' }))

  app.get('/readyz', async (_request, reply) => {
    const [database, queue] = await Promise.all([
      answers(deps.pool.query('select 1')),
      answers(deps.queue.ping()),
    ])
    const ready = database && queue && !isStopping()
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        status: ready ? 'ready' : 'not ready',
        message: ready ? 'Ready' : 'Not ready',
        database: database ? 'ok' : 'away',
        queue: queue ? 'ok' : 'away',
      })
  })
}

async function answers(question: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), PATIENCE_MS)
  })
  try {
    return await Promise.race([
      question.then(
        () => true,
        () => false,
      ),
      late,
    ])
  } finally {
    clearTimeout(timer)
  }
}
