import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { findRunAges } from '#server/features/operations/heartbeats.ts'

/** `GET /metrics` for Prometheus; it exists only where METRICS_TOKEN is set, and for its bearer. */
export function registerMetrics(app: FastifyInstance, deps: Deps): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  })
  new Gauge({
    name: 'queue_jobs',
    help: 'Jobs in the queue, by state',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const counts = await deps.queue.counts().catch(() => ({}))
      for (const [state, count] of Object.entries(counts)) this.set({ state }, count)
    },
  })

  const findAges = () => findRunAges(deps).catch(() => ({ workers: null, jobs: {} }))
  new Gauge({
    name: 'workers_heartbeat_age_seconds',
    help: 'Time since any process with workers said that it lives',
    registers: [registry],
    async collect() {
      this.set((await findAges()).workers ?? Number.NaN)
    },
  })
  new Gauge({
    name: 'scheduled_job_age_seconds',
    help: 'Time since a job that runs by itself ended well, by job',
    labelNames: ['job'],
    registers: [registry],
    async collect() {
      this.reset()
      for (const [job, seconds] of Object.entries((await findAges()).jobs)) this.set({ job }, seconds)
    },
  })

  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })

  app.get('/metrics', async (request, reply) => {
    if (!isBearerOf(deps.config.metricsToken, request.headers.authorization)) throw new ShopError('NOT_FOUND')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

function isBearerOf(token: string | null, authorization: string | undefined): boolean {
  if (token === null) return false
  const given = Buffer.from(authorization ?? '')
  const right = Buffer.from(`Bearer ${token}`)
  return given.length === right.length && timingSafeEqual(given, right)
}
